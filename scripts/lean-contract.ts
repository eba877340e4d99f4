import path from 'node:path';
import { type Plugin, parseAst } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: ESTree nodes
type Node = any;

/*
 * The browser reads only method and path of a call; the schemas of its query, body and reply are for the server. With
 * them the first load of the landing page grows by 10 kB brotli, beyond its budget of 90 kB. Tree shaking alone cannot
 * drop them, because a call is an object that names them. So calls are imported from a second module of each contract file,
 * `contract/x.ts?calls`, which is generated from the exports of the file by running it at build time. It is a separate
 * module because a bundler puts a whole module into one chunk, together with the schemas that forms use.
 */

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
const isCall = (value: Record<string, unknown>) => typeof value.method === 'string' && typeof value.path === 'string';
/** Whether an export is a call or an object that contains only calls. */
const hasOnlyCalls = (value: unknown): boolean =>
  isObject(value) && (isCall(value) || (Object.keys(value).length > 0 && Object.values(value).every(hasOnlyCalls)));
/** The same calls with only method and path. */
const leanCalls = (value: Record<string, unknown>): unknown =>
  isCall(value)
    ? { method: value.method, path: value.path }
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, leanCalls(part as Record<string, unknown>)]));

/** The exports of a contract file. @param file absolute, or as it is imported: `#contract/x.ts` */
const runContract = (file: string): Promise<Record<string, unknown>> =>
  import(path.resolve(import.meta.dirname, '..', file.replace('#contract/', 'contract/')));

/** Loads `contract/x.ts?calls`: the calls of the file as JSON. */
const callsOnly = (): Plugin => ({
  name: 'calls-only',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer) {
    if (!source.endsWith('.ts?calls')) return null;
    const resolved = await this.resolve(source.slice(0, -'?calls'.length), importer);
    return resolved && `${resolved.id}?calls`;
  },
  async load(id) {
    if (!id.endsWith('.ts?calls')) return null;
    return Object.entries(await runContract(id.slice(0, -'?calls'.length)))
      .filter(([, value]) => hasOnlyCalls(value))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(leanCalls(value as Record<string, unknown>))};`)
      .join('\n');
  },
});

/** Takes calls from `contract/x.ts?calls` and the other names of an import statement from `contract/x.ts`. */
const splitImports = (): Plugin => ({
  name: 'split-contract-imports',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: '#contract/' },
    async handler(code) {
      let result = code;
      for (const { start, end, type, source, specifiers } of (parseAst(code) as Node).body.reverse()) {
        if (type !== 'ImportDeclaration' || !/^#contract\/[\w-]+\.ts$/.test(source.value)) continue;
        const contract = await runContract(source.value);
        const statement = (from: string, wanted: boolean) => {
          const names = specifiers
            .filter(({ imported }: Node) => hasOnlyCalls(contract[imported.name]) === wanted)
            .map(({ imported, local }: Node) => `${imported.name} as ${local.name}`);
          return names.length > 0 ? `import { ${names.join(', ')} } from '${from}';` : '';
        };
        result = `${result.slice(0, start)}${statement(`${source.value}?calls`, true)}${statement(source.value, false)}${result.slice(end)}`;
      }
      return { code: result, map: null };
    },
  },
});

/**
 * Marks the top-level values of contract files as free of side effects, so that schemas no form uses are dropped. Without
 * the mark a method call such as `.check()` keeps them.
 */
const pureSchemas = (): Plugin => ({
  name: 'pure-schemas',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler(code) {
      let result = code;
      for (const statement of (parseAst(code) as Node).body.reverse()) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type !== 'VariableDeclaration') continue;
        for (const { init } of declaration.declarations.reverse())
          if (init && init.type !== 'ArrowFunctionExpression' && init.type !== 'Literal')
            result = `${result.slice(0, init.start)}/* @__PURE__ */ (() => (${result.slice(init.start, init.end)}))()${result.slice(init.end)}`;
      }
      return { code: result, map: null };
    },
  },
});

export const leanContract = (): Plugin[] => [callsOnly(), splitImports(), pureSchemas()];
