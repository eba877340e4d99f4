import fs from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** One thing in a section: what is absent leaves no gap. */
export interface SheetEntry {
  title?: string | null;
  /** Said of it in a line each. */
  lines?: (string | null | undefined | false)[];
  text?: string | null;
  links?: { text: string; url: string | null }[];
  /** One of many short ones: close to the next. */
  close?: boolean;
}
/** A document of one column: a name, what stands below it, and sections; a section with nothing to draw has no heading. */
export interface Sheet {
  title: string;
  name: string;
  lines: (string | null | undefined | false)[];
  /** A JPEG. */
  picture: Buffer | null;
  sections: { heading: string; entries: SheetEntry[] }[];
}

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
type Document = PDFKit.PDFDocument;

const fontFile = (name: string) =>
  fs.readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/onest/${name}/Onest_${name}.ttf`));
/** Parsed once: reading a font costs more than writing a page with it. */
let fonts: { regular: Font; bold: Font } | undefined;
const readFonts = () => {
  if (fonts) return fonts;
  const doc = new PDFDocument({ autoFirstPage: false });
  const parsed = (name: string) => {
    doc.font(fontFile(name) as unknown as string);
    return (doc as unknown as { _font: { font: Font } })._font.font;
  };
  fonts = { regular: parsed('400Regular'), bold: parsed('600SemiBold') };
  return fonts;
};

const glyphOf = (font: Font, character: string): string => {
  const has = (text: string) => [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) as number));
  if (character === '\n') return character;
  if (/\p{Zs}|\t/u.test(character)) return ' ';
  if (/\p{C}/u.test(character)) return '';
  if (has(character)) return character;
  const plain = character.normalize('NFKC');
  if (plain !== character && has(plain)) return plain;
  // A letter that cannot be drawn leaves a sign that something stood there; a picture or an accent just goes.
  return /\p{L}|\p{N}/u.test(character) ? '?' : '';
};

/** A text as far as our font can draw it; lines stay, runs of spaces and of empty lines do not. */
export const printableText = (text: string | null | undefined | false): string => {
  const { regular } = readFonts();
  return [...(text || '').replace(/\r\n?/g, '\n').normalize('NFC')]
    .map((character) => glyphOf(regular, character))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** As it will be drawn; null when nothing of it can be. */
const drawableEntry = ({ title, lines = [], text, links = [], close = false }: SheetEntry) => {
  const entry = {
    title: printableText(title),
    lines: lines.map(printableText).filter(Boolean),
    text: printableText(text),
    links: links.map(({ text, url }) => ({ text: printableText(text), url })).filter(({ text }) => text),
    close,
  };
  return entry.title || entry.text || entry.lines.length > 0 || entry.links.length > 0 ? entry : null;
};
type Drawn = NonNullable<ReturnType<typeof drawableEntry>>;

const margin = 54;
const pictureSide = 84;
const ink = '#111827';
const quiet = '#4b5563';
const blue = '#1d4ed8';

/** Milliseconds of writing after which others have their turn. */
const turn = 15;

/** Draws a sheet as a PDF on A4 pages, with text that can be selected; pages are numbered when there are several. */
export const renderPdf = async (sheet: Sheet, at: Date): Promise<Buffer> => {
  const { regular, bold } = readFonts();
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'uz',
    displayTitle: true,
    pdfVersion: '1.7',
    font: regular as unknown as string,
    info: { Title: printableText(sheet.title), Author: printableText(sheet.name), Creator: 'Imkon', CreationDate: at },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  // By name, not by value: the document keeps what it has laid out per name.
  doc.registerFont('regular', regular as unknown as string);
  doc.registerFont('bold', bold as unknown as string);

  let since = performance.now();
  const breathe = async () => {
    if (performance.now() - since < turn) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };

  drawHead(doc, sheet);
  for (const { heading, entries } of sheet.sections) {
    let begun = false;
    for (const entry of entries) {
      const drawn = drawableEntry(entry);
      if (drawn && !begun) drawHeading(doc, printableText(heading));
      if (drawn) drawEntry(doc, drawn, !begun);
      begun ||= drawn !== null;
      await breathe();
    }
  }
  numberPages(doc);
  doc.end();
  return whole;
};

const drawHead = (doc: Document, { name, lines, picture }: Sheet) => {
  const width = doc.page.width - 2 * margin - (picture ? pictureSide + 18 : 0);
  if (picture) {
    const x = doc.page.width - margin - pictureSide;
    doc.save().roundedRect(x, margin, pictureSide, pictureSide, 8).clip();
    doc.image(picture, x, margin, { width: pictureSide, height: pictureSide }).restore();
  }
  doc.x = margin;
  doc.y = margin;
  doc.font('bold').fontSize(22).fillColor(ink).text(printableText(name), { width });
  doc.font('regular').fontSize(10.5).fillColor(quiet);
  for (const line of lines.map(printableText).filter(Boolean)) doc.moveDown(0.25).text(line, { width });
  if (picture && doc.page === firstPage(doc)) doc.y = Math.max(doc.y, margin + pictureSide);
};
const firstPage = (doc: Document) => (doc as unknown as { _pageBuffer: PDFKit.PDFPage[] })._pageBuffer[0];

/** Goes to a new page when less than this is left, so that what belongs together stays together. @param height points */
const keepTogether = (doc: Document, height: number) => {
  if (doc.y > margin && doc.y + height > doc.page.height - margin) doc.addPage();
};

const drawHeading = (doc: Document, heading: string) => {
  keepTogether(doc, 90);
  // The same above every section; at the top of a page there is the margin already.
  if (doc.y > margin) doc.y += 16;
  doc.font('bold').fontSize(13).fillColor(ink).text(heading);
  const y = doc.y + 3;
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.7)
    .strokeColor('#d1d5db')
    .stroke();
  doc.y = y + 5;
};

const drawEntry = (doc: Document, { title, lines, text, links, close }: Drawn, isFirst: boolean) => {
  keepTogether(doc, close ? 16 : 48);
  const gap = (points: number) => {
    doc.y += points;
  };
  if (!isFirst && doc.y > margin) gap(close ? 2 : 9);
  if (title) doc.font('bold').fontSize(11).fillColor(ink).text(title);
  doc.font('regular').fontSize(10);
  for (const line of lines) {
    gap(1.5);
    doc.fillColor(quiet).text(line);
  }
  if (text) {
    gap(2.5);
    doc.fillColor(ink).text(text, { lineGap: 1.5 });
  }
  for (const link of links) {
    gap(1.5);
    doc.fillColor(link.url ? blue : quiet).text(link.text, link.url ? { link: link.url } : {});
  }
};

const numberPages = (doc: Document) => {
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where a text would otherwise begin the next page.
    doc.page.margins.bottom = 0;
    doc.font('regular').fontSize(9).fillColor(quiet);
    doc.text(`${page + 1} / ${count}`, margin, doc.page.height - margin + 18, {
      width: doc.page.width - 2 * margin,
      align: 'center',
      lineBreak: false,
    });
  }
};
