import fs from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** One entry of a section. Absent parts leave no gap. */
export interface PdfEntry {
  title?: string | null;
  /** Facts, one line each. */
  lines?: (string | null | undefined | false)[];
  text?: string | null;
  links?: { text: string; url: string | null }[];
  /** Spaced closely, for short entries. */
  close?: boolean;
}
/** A document of one column: a name, lines below it, and sections. A section without drawable entries has no heading. */
export interface PdfContent {
  title: string;
  name: string;
  lines: (string | null | undefined | false)[];
  /** A JPEG. */
  picture: Buffer | null;
  sections: { heading: string; entries: PdfEntry[] }[];
}

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
type Document = PDFKit.PDFDocument;

const fontFile = (name: string) =>
  fs.readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/onest/${name}/Onest_${name}.ttf`));
/** Parsed once: parsing a font costs more than writing a page. */
let fonts: { regular: Font; bold: Font } | undefined;
const loadFonts = () => {
  if (fonts) return fonts;
  const doc = new PDFDocument({ autoFirstPage: false });
  const parsed = (name: string) => {
    doc.font(fontFile(name) as unknown as string);
    return (doc as unknown as { _font: { font: Font } })._font.font;
  };
  fonts = { regular: parsed('400Regular'), bold: parsed('600SemiBold') };
  return fonts;
};

const drawableText = (font: Font, character: string): string => {
  const has = (text: string) => [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) as number));
  if (character === '\n') return character;
  if (/\p{Zs}|\t/u.test(character)) return ' ';
  if (/\p{C}/u.test(character)) return '';
  if (has(character)) return character;
  const plain = character.normalize('NFKC');
  if (plain !== character && has(plain)) return plain;
  // A missing letter or digit becomes '?'; a missing emoji or accent is dropped.
  return /\p{L}|\p{N}/u.test(character) ? '?' : '';
};

/** The text limited to characters of the font. Line breaks stay; repeated spaces and empty lines collapse. */
export const printableText = (text: string | null | undefined | false): string => {
  const { regular } = loadFonts();
  return [...(text || '').replace(/\r\n?/g, '\n').normalize('NFC')]
    .map((character) => drawableText(regular, character))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** The entry with printable texts; null when none is left. */
const drawableEntry = ({ title, lines = [], text, links = [], close = false }: PdfEntry) => {
  const entry = {
    title: printableText(title),
    lines: lines.map(printableText).filter(Boolean),
    text: printableText(text),
    links: links.map(({ text, url }) => ({ text: printableText(text), url })).filter(({ text }) => text),
    close,
  };
  return entry.title || entry.text || entry.lines.length > 0 || entry.links.length > 0 ? entry : null;
};
type DrawableEntry = NonNullable<ReturnType<typeof drawableEntry>>;

/** Points, as every length below. */
const margin = 54;
const pictureSide = 84;
const ink = '#111827';
const muted = '#4b5563';
const linkColor = '#1d4ed8';

/** Milliseconds of work after which the event loop gets control. */
const yieldAfter = 15;

/** Renders a PDF of A4 pages with selectable text; two or more pages are numbered. @param at the creation date of the document */
export const renderPdf = async (sheet: PdfContent, at: Date): Promise<Buffer> => {
  const { regular, bold } = loadFonts();
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
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  // Registered by name: pdfkit caches layouts per font name.
  doc.registerFont('regular', regular as unknown as string);
  doc.registerFont('bold', bold as unknown as string);

  let since = performance.now();
  const yieldIfLate = async () => {
    if (performance.now() - since < yieldAfter) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };

  drawHead(doc, sheet);
  for (const { heading, entries } of sheet.sections) {
    let hasHeading = false;
    for (const entry of entries) {
      const drawable = drawableEntry(entry);
      if (drawable && !hasHeading) drawHeading(doc, printableText(heading));
      if (drawable) drawEntry(doc, drawable, !hasHeading);
      hasHeading ||= drawable !== null;
      await yieldIfLate();
    }
  }
  numberPages(doc);
  doc.end();
  return finished;
};

const drawHead = (doc: Document, { name, lines, picture }: PdfContent) => {
  const width = doc.page.width - 2 * margin - (picture ? pictureSide + 18 : 0);
  if (picture) {
    const x = doc.page.width - margin - pictureSide;
    doc.save().roundedRect(x, margin, pictureSide, pictureSide, 8).clip();
    doc.image(picture, x, margin, { width: pictureSide, height: pictureSide }).restore();
  }
  doc.x = margin;
  doc.y = margin;
  doc.font('bold').fontSize(22).fillColor(ink).text(printableText(name), { width });
  doc.font('regular').fontSize(10.5).fillColor(muted);
  for (const line of lines.map(printableText).filter(Boolean)) doc.moveDown(0.25).text(line, { width });
  if (picture && doc.page === firstPage(doc)) doc.y = Math.max(doc.y, margin + pictureSide);
};
const firstPage = (doc: Document) => (doc as unknown as { _pageBuffer: PDFKit.PDFPage[] })._pageBuffer[0];

/** Starts a new page when less than `height` points are left. */
const ensureSpace = (doc: Document, height: number) => {
  if (doc.y > margin && doc.y + height > doc.page.height - margin) doc.addPage();
};

const drawHeading = (doc: Document, heading: string) => {
  ensureSpace(doc, 90);
  // The top of a page has the margin already.
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

const drawEntry = (doc: Document, { title, lines, text, links, close }: DrawableEntry, isFirst: boolean) => {
  ensureSpace(doc, close ? 16 : 48);
  const gap = (points: number) => {
    doc.y += points;
  };
  if (!isFirst && doc.y > margin) gap(close ? 2 : 9);
  if (title) doc.font('bold').fontSize(11).fillColor(ink).text(title);
  doc.font('regular').fontSize(10);
  for (const line of lines) {
    gap(1.5);
    doc.fillColor(muted).text(line);
  }
  if (text) {
    gap(2.5);
    doc.fillColor(ink).text(text, { lineGap: 1.5 });
  }
  for (const link of links) {
    gap(1.5);
    doc.fillColor(link.url ? linkColor : muted).text(link.text, link.url ? { link: link.url } : {});
  }
};

const numberPages = (doc: Document) => {
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // The number is below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc.font('regular').fontSize(9).fillColor(muted);
    doc.text(`${page + 1} / ${count}`, margin, doc.page.height - margin + 18, {
      width: doc.page.width - 2 * margin,
      align: 'center',
      lineBreak: false,
    });
  }
};
