import { FileError } from './image.ts';

// An SVG can load other files, repeat elements a million times and carry scripts. This module parses its structure without
// rendering and refuses everything a logo does not need.

const maxElements = 10_000;
const maxDepth = 50;
/** Elements rendered when every `<use>` is expanded, weighted by their length. */
const maxCost = 100_000;
/** Nested references. */
const maxChain = 20;

const forbidden = new Set([
  'script',
  'foreignobject',
  'image',
  'feimage',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'canvas',
  'link',
  'handler',
  'listener',
  'marker',
]);
/** Properties applied to each shape below an element; a clip, a mask or a filter is applied once. */
const paintProperties = new Set(['fill', 'stroke']);

interface Element {
  name: string;
  weight: number;
  children: Element[];
  /** Ids of the elements it repeats (`href`). */
  repeats: string[];
  /** Ids of the elements its style refers to (`url(#id)`); `each`: applied once per shape below it. */
  uses: { id: string; each: boolean }[];
}

const refuse = (cause: string) => new FileError('content', cause);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Decodes the predefined and numeric entities. @throws FileError at any other entity */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));|&/gi, (_, hex?: string, decimal?: string, name?: string) => {
    const known = name === undefined ? undefined : entities[name];
    if (known) return known;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (!(code > 0 && code <= 0x10ffff)) throw refuse('entity');
    return String.fromCodePoint(code);
  });

/** Ids a style refers to. @throws FileError when it refers to anything outside the document */
const referencesIn = (style: string): string[] => {
  if (style.includes('\\') || /@import/i.test(style)) throw refuse('style');
  return [...style.matchAll(/url\(\s*(["']?)([^"')]*)/gi)].map(([, , target = '']) => {
    if (!target.startsWith('#')) throw refuse('reference');
    return target.slice(1).trim();
  });
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

const readAttributes = (source: string, element: Element): string | null => {
  const attribute = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  let id: string | null = null;
  let at = 0;
  for (let match = attribute.exec(source); match; match = attribute.exec(source)) {
    at = attribute.lastIndex;
    const [, full = '', double, single] = match;
    const value = decodeEntities(double ?? single ?? '').trim();
    const name = localName(full);
    if (/^xmlns(:|$)/.test(full)) continue;
    if (name.startsWith('on') || name === 'src' || full === 'xml:base') throw refuse(full);
    if (name === 'id') id = value;
    else if (name === 'href') {
      if (!value.startsWith('#')) throw refuse('reference');
      // The target of a link is not rendered.
      if (element.name !== 'a') element.repeats.push(value.slice(1));
    } else {
      const declarations = name === 'style' ? value.split(';').map((one) => one.split(/:(.*)/s)) : [[name, value]];
      for (const [property = '', text = ''] of declarations)
        for (const target of referencesIn(text))
          element.uses.push({ id: target, each: paintProperties.has(property.trim().toLowerCase()) });
    }
  }
  if (source.slice(at).trim() !== '') throw refuse('attribute');
  return id;
};

interface SvgDocument {
  root: Element;
  byId: Map<string, Element>;
  count: number;
  /** Ids that style sheets refer to: any element may use them. */
  styled: string[];
}

const parseSvg = (text: string): SvgDocument => {
  const token =
    /([^<]+)|<!--[\s\S]*?-->|<\?xml\s[^<>]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([A-Za-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/y;
  const byId = new Map<string, Element>();
  const styled: string[] = [];
  const open: Element[] = [];
  let root: Element | null = null;
  let count = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) throw refuse('markup');
    const [whole, characters, data, closed, opened, rest = ''] = match;
    const inside = open.at(-1);
    const content = data ?? characters;
    if (content !== undefined) {
      if (!inside && content.trim() !== '') throw refuse('text');
      if (inside?.name === 'style') styled.push(...referencesIn(data ?? decodeEntities(content)));
    } else if (closed !== undefined) {
      if (open.pop()?.name !== localName(closed)) throw refuse('closing');
    } else if (opened !== undefined) {
      const name = localName(opened);
      count += 1;
      if (forbidden.has(name) || count > maxElements || open.length >= maxDepth) throw refuse(name);
      const weight = (name.startsWith('fe') ? 50 : 1) + whole.length / 200;
      const element: Element = { name, weight, children: [], repeats: [], uses: [] };
      const empty = rest.endsWith('/');
      const id = readAttributes(empty ? rest.slice(0, -1) : rest, element);
      if (id !== null && !byId.has(id)) byId.set(id, element);
      if (inside) inside.children.push(element);
      else if (root || name !== 'svg') throw refuse('root');
      else root = element;
      if (!empty) open.push(element);
    }
  }
  if (!root || open.length > 0) throw refuse('unfinished');
  return { root, byId, count, styled };
};

/** The cost of rendering with every reference expanded. @throws FileError at a cycle or too long a chain */
const renderingCost = ({ root, byId, count, styled }: SvgDocument): number => {
  const known = new Map<Element, { size: number; cost: number } | null>();
  const measure = (element: Element, chain: number): { size: number; cost: number } => {
    const before = known.get(element);
    if (before === null || chain > maxChain) throw refuse('repetition');
    if (before) return before;
    known.set(element, null);
    // The stops of a gradient are not rendered.
    const children = /gradient$/.test(element.name) ? [] : element.children;
    const repeated = element.repeats.flatMap((id) => byId.get(id) ?? []);
    const parts = [...children.map((child) => measure(child, chain)), ...repeated.map((target) => measure(target, chain + 1))];
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    let cost = parts.reduce((sum, part) => sum + part.cost, element.weight);
    for (const { id, each } of element.uses) {
      const target = byId.get(id);
      if (target) cost += measure(target, chain + 1).cost * (each ? size : 1);
    }
    const measured = { size, cost };
    known.set(element, measured);
    return measured;
  };
  const whole = measure(root, 0).cost;
  const sheets = styled.flatMap((id) => byId.get(id) ?? []).reduce((sum, target) => sum + measure(target, 0).cost * count, 0);
  return whole + sheets;
};

/** Whether the bytes begin like an SVG; `checkSvg` checks the rest. */
export const looksLikeSvg = (data: Buffer): boolean => {
  const start = data.toString('utf8', 0, 4096);
  return /^\ufeff?\s*<(\?xml|!--|!DOCTYPE|(\w+:)?svg)[\s[/>-]/.test(start) && /<(\w+:)?svg[\s/>]/.test(start);
};

/** The DOCTYPE many programs write. It declares no entities, and its address is never requested. */
const svgDoctype = /<!DOCTYPE\s+svg\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,40}\/\/EN"\s+"[^"<>[\]]{1,200}"\s*>/;

/**
 * Checks the structure of an SVG logo: no scripts, no foreign content, no external references, no entity declarations,
 * bounded repetition. Returns the text to render, without its DOCTYPE.
 * @throws FileError
 */
export const checkSvg = (data: Buffer): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data).replace(svgDoctype, '');
  } catch (error) {
    throw new FileError('content', error);
  }
  if (renderingCost(parseSvg(text)) > maxCost) throw refuse('size');
  return text;
};
