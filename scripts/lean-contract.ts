import fs from 'node:fs';
import { type Plugin, parseAst, transformWithOxc } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: ESTree nodes
type Node = any;

const verbs = new Set(['get', 'post', 'put', 'patch', 'remove']);
/** What the browser never reads of a call: the server checks queries, bodies and replies. */
const serverSide = new Set(['summary', 'query', 'body', 'reply', 'status', 'files', 'download', 'idempotent', 'invalid']);

const walk = (node: Node, visit: (node: Node) => void) => {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof node.type === 'string') visit(node);
  for (const value of Object.values(node)) walk(value, visit);
};

/**
 * In the browser a call is its method and path; its schemas stay behind, and with them 10 kB of the first load.
 * Schemas a form imports by name are kept: initialisers at the top of a contract file have no side effects and are
 * marked so, which lets the bundler drop the unused ones.
 */
const leanFile = (): Plugin => ({
  name: 'lean-contract',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts(\?calls)?$/ },
    handler(code) {
      const ast: Node = parseAst(code);
      const cuts: { from: number; to: number; text: string }[] = [];
      walk(ast, (node) => {
        if (node.type !== 'CallExpression' || !verbs.has(node.callee?.name) || node.arguments.length !== 2) return;
        const options = node.arguments[1];
        // Options shared by two calls stand under a name of their own.
        const isWhole =
          options.type === 'Identifier' ||
          (options.type === 'ObjectExpression' && options.properties.every((property: Node) => serverSide.has(property.key?.name)));
        if (isWhole) cuts.push({ from: options.start, to: options.end, text: '{}' });
      });
      for (const statement of ast.body) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type !== 'VariableDeclaration') continue;
        for (const { init } of declaration.declarations) {
          // A function called at once is pure by its mark, whatever its body calls.
          if (init && init.type !== 'ArrowFunctionExpression' && init.type !== 'Literal') {
            cuts.push(
              { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' },
              { from: init.end, to: init.end, text: '))()' },
            );
          }
        }
      }
      let lean = code;
      for (const { from, to, text } of cuts.sort((a, b) => b.from - a.from || b.to - a.to))
        lean = lean.slice(0, from) + text + lean.slice(to);
      return { code: lean, map: null };
    },
  },
});

/**
 * A module lands in a chunk as a whole: a schema one form imports would ride along with the calls everybody imports.
 * So the calls of a contract file are taken from a copy of it, of which nothing else is used.
 */
const callsApart = (): Plugin => ({
  name: 'calls-apart',
  enforce: 'post',
  apply: 'build',
  async resolveId(source, importer) {
    if (!source.endsWith('.ts?calls')) return null;
    const resolved = await this.resolve(source.slice(0, -'?calls'.length), importer);
    return resolved && `${resolved.id}?calls`;
  },
  async load(id) {
    if (!id.endsWith('.ts?calls')) return null;
    const file = id.slice(0, -'?calls'.length);
    const { code } = await transformWithOxc(fs.readFileSync(file, 'utf8'), file);
    // What schemas are made of would come along by being imported, though nothing of it is used.
    let lean = code;
    for (const node of (parseAst(code) as Node).body.reverse())
      if (node.type === 'ImportDeclaration' && node.source.value !== './call.ts') lean = lean.slice(0, node.start) + lean.slice(node.end);
    return { code: lean, map: null };
  },
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/ },
    handler(code) {
      let apart = code;
      const imports = (parseAst(code) as Node).body.filter(
        (node: Node) => node.type === 'ImportDeclaration' && /^#contract\/\w+\.ts$/.test(node.source.value),
      );
      for (const { start, end, source, specifiers } of imports.reverse()) {
        const written = (names: Node[], from: string) =>
          names.length === 0
            ? ''
            : `import { ${names.map(({ imported, local }) => `${imported.name} as ${local.name}`).join(', ')} } from '${from}';`;
        const isCalls = ({ imported }: Node) => /Calls$/.test(imported?.name ?? '');
        const rest = specifiers.filter((one: Node) => !isCalls(one));
        apart =
          apart.slice(0, start) +
          written(specifiers.filter(isCalls), `${source.value}?calls`) +
          written(rest, source.value) +
          apart.slice(end);
      }
      return apart === code ? null : { code: apart, map: null };
    },
  },
});

export const leanContract = (): Plugin[] => [leanFile(), callsApart()];
