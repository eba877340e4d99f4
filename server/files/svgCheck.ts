import { FileError } from './image.ts';

// What may be drawn. An SVG is a program for whoever draws it: it can name other files, repeat itself a million times and
// carry scripts. This reads its structure without drawing anything and refuses what a logo has no need of.

const elementsMax = 10_000;
const depthMax = 50;
/** Elements drawn when every repetition is followed, weighed by their length. */
const costMax = 100_000;
const chainMax = 20;

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
/** Properties that paint each shape below an element; a clip, a mask or a filter is applied to it once. */
const painted = new Set(['fill', 'stroke']);

interface Element {
  name: string;
  weight: number;
  children: Element[];
  /** Repeats another element in its own place. */
  repeats: string[];
  /** Draws with another element: how often depends on the property. */
  uses: { id: string; each: boolean }[];
}

const wrong = (cause: string) => new FileError('content', cause);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** @throws FileError at an entity of the document's own */
const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));|&/gi, (_, hex?: string, decimal?: string, name?: string) => {
    const known = name === undefined ? undefined : entities[name];
    if (known) return known;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (!(code > 0 && code <= 0x10ffff)) throw wrong('entity');
    return String.fromCodePoint(code);
  });

/** Elements of the same document that a style names. @throws FileError when it names anything else */
const namedBy = (style: string): string[] => {
  if (style.includes('\\') || /@import/i.test(style)) throw wrong('style');
  return [...style.matchAll(/url\(\s*(["']?)([^"')]*)/gi)].map(([, , target = '']) => {
    if (!target.startsWith('#')) throw wrong('reference');
    return target.slice(1).trim();
  });
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

const readAttributes = (source: string, element: Element): string | null => {
  const attribute = /\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  let id: string | null = null;
  let at = 0;
  for (let found = attribute.exec(source); found; found = attribute.exec(source)) {
    at = attribute.lastIndex;
    const [, full = '', double, single] = found;
    const value = plain(double ?? single ?? '').trim();
    const name = localName(full);
    if (/^xmlns(:|$)/.test(full)) continue;
    if (name.startsWith('on') || name === 'src' || full === 'xml:base') throw wrong(full);
    if (name === 'id') id = value;
    else if (name === 'href') {
      if (!value.startsWith('#')) throw wrong('reference');
      // A link leads somewhere and repeats nothing.
      if (element.name !== 'a') element.repeats.push(value.slice(1));
    } else {
      const declarations = name === 'style' ? value.split(';').map((one) => one.split(/:(.*)/s)) : [[name, value]];
      for (const [property = '', said = ''] of declarations)
        for (const target of namedBy(said)) element.uses.push({ id: target, each: painted.has(property.trim().toLowerCase()) });
    }
  }
  if (source.slice(at).trim() !== '') throw wrong('attribute');
  return id;
};

interface Drawing {
  root: Element;
  byId: Map<string, Element>;
  count: number;
  /** Elements that rules of a style sheet name: any element may be drawn with them. */
  styled: string[];
}

const read = (text: string): Drawing => {
  const token =
    /([^<]+)|<!--[\s\S]*?-->|<\?xml\s[^<>]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([A-Za-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/y;
  const byId = new Map<string, Element>();
  const styled: string[] = [];
  const open: Element[] = [];
  let root: Element | null = null;
  let count = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) throw wrong('markup');
    const [whole, words, data, closed, opened, rest = ''] = found;
    const inside = open.at(-1);
    const said = data ?? words;
    if (said !== undefined) {
      if (!inside && said.trim() !== '') throw wrong('text');
      if (inside?.name === 'style') styled.push(...namedBy(data ?? plain(said)));
    } else if (closed !== undefined) {
      if (open.pop()?.name !== localName(closed)) throw wrong('closing');
    } else if (opened !== undefined) {
      const name = localName(opened);
      count += 1;
      if (forbidden.has(name) || count > elementsMax || open.length >= depthMax) throw wrong(name);
      const weight = (name.startsWith('fe') ? 50 : 1) + whole.length / 200;
      const element: Element = { name, weight, children: [], repeats: [], uses: [] };
      const empty = rest.endsWith('/');
      const id = readAttributes(empty ? rest.slice(0, -1) : rest, element);
      if (id !== null && !byId.has(id)) byId.set(id, element);
      if (inside) inside.children.push(element);
      else if (root || name !== 'svg') throw wrong('root');
      else root = element;
      if (!empty) open.push(element);
    }
  }
  if (!root || open.length > 0) throw wrong('unfinished');
  return { root, byId, count, styled };
};

/** What drawing costs with every repetition followed. @throws FileError when something repeats itself */
const costOf = ({ root, byId, count, styled }: Drawing): number => {
  const known = new Map<Element, { size: number; cost: number } | null>();
  const measure = (element: Element, chain: number): { size: number; cost: number } => {
    const before = known.get(element);
    if (before === null || chain > chainMax) throw wrong('repetition');
    if (before) return before;
    known.set(element, null);
    // Stops of a gradient are not drawn.
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

/** Whether bytes begin as an SVG does; everything else is looked at later. */
export const looksLikeSvg = (data: Buffer): boolean => {
  const start = data.toString('utf8', 0, 4096);
  return /^\ufeff?\s*<(\?xml|!--|!DOCTYPE|(\w+:)?svg)[\s[/>-]/.test(start) && /<(\w+:)?svg[\s/>]/.test(start);
};

/** Many programs name the standard before their drawing. It declares nothing itself; the address in it is asked by nobody. */
const standard = /<!DOCTYPE\s+svg\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,40}\/\/EN"\s+"[^"<>[\]]{1,200}"\s*>/;

/**
 * Holds the structure of an SVG against what a logo may be: no scripts, no foreign content, nothing from elsewhere, no
 * declarations, bounded repetition. Returns it as it may be drawn.
 * @throws FileError
 */
export const checkSvg = (data: Buffer): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data).replace(standard, '');
  } catch (error) {
    throw new FileError('content', error);
  }
  if (costOf(read(text)) > costMax) throw wrong('size');
  return text;
};
