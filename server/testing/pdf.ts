import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads a PDF with pdf.js: text by page, links, pictures per page and metadata. */
export const readPdf = async (data: Buffer) => {
  const task = getDocument({ data: new Uint8Array(data), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  const links: string[] = [];
  let pictures = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    for (const { url, unsafeUrl } of await page.getAnnotations()) links.push(unsafeUrl ?? url);
    pictures += (data.toString('latin1').match(/\/Subtype \/Image/g) ?? []).length;
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Author?: string; Language?: string } };
  const read = { pages, text: pages.join('\n'), links, pictures: pictures / document.numPages, info };
  await task.destroy();
  return read;
};
