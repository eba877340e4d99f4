import zlib from 'node:zlib';
import sharp from 'sharp';
import yazl from 'yazl';

// Valid files and attacks for tests of uploads.

/** A form with one file. @param field name of the file field */
export const fileForm = (
  field: string,
  data: Buffer,
  { name = 'fayl', type = 'image/jpeg', fields = {} as Record<string, string> } = {},
) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(field, new Blob([new Uint8Array(data)], { type }), name);
  return form;
};

/** A JPEG with GPS coordinates in its EXIF data. */
export const aPhoto = (width = 1200, height = 800): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2f6fed' } })
    .withExif({ IFD0: { Copyright: 'maxfiy-joy' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 18/1 0/1' } })
    .jpeg()
    .toBuffer();
export const aPng = (width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2f6fed' } })
    .png()
    .toBuffer();

/** Bytes with the beginning and end of a PDF. @param filling bytes between them */
export const aPdf = (filling = 0): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'),
    Buffer.alloc(filling, 32),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);

/** A ZIP archive. @param parts content by name */
export const aZip = (parts: Record<string, Buffer | string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const zip = new yazl.ZipFile();
    for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), name);
    zip.end();
    const chunks: Buffer[] = [];
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks)));
  });
/** The files that make an archive a Word document. */
export const wordParts = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'word/document.xml': '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
};
export const aDocx = (more: Record<string, Buffer | string> = {}): Promise<Buffer> => aZip({ ...wordParts, ...more });

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8 + data.length + 4);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(zlib.crc32(body), 8 + data.length);
  return out;
};
/** A PNG whose header declares a size. @param pixels bytes of pixel data before compression, may be fewer than the size needs */
export const pngWithSize = (width: number, height: number, pixels: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(Buffer.alloc(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const svg = (inside: string, attributes = 'width="64" height="64" viewBox="0 0 64 64"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`);
/** An SVG like the export of a drawing program: gradients, styles and some repetition. */
export const aLogo = Buffer.concat([
  Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<!-- Chizma -->\n'),
  Buffer.from('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'),
  svg(`<defs><linearGradient id="g"><stop offset="0" stop-color="#2f6fed"/><stop offset="1" stop-color="#fff"/></linearGradient>
  <g id="leaf"><path d="M0 0h20v20H0z"/></g><clipPath id="c"><circle cx="32" cy="32" r="30"/></clipPath></defs>
  <style><![CDATA[.a{fill:url(#g)}]]></style><g clip-path="url(#c)"><rect class="a" width="64" height="64"/>
  <use xlink:href="#leaf" x="4"/><use href='#leaf' x="40" style="fill:url(#g);stroke:none"/><text x="3" y="60">O&#x2018;z &amp; biz</text></g>`),
]);

/** Nested groups; each level uses the one before ten times. */
const repeated = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`).join('');

/** SVG files that must be refused, by what is wrong with them. */
export const badSvgs: Record<string, Buffer> = {
  'a script': svg('<script>alert(1)</script>'),
  'a script under another prefix': svg('<s:SCRIPT xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:SCRIPT>'),
  'a handler': svg('<rect width="9" height="9" onload="alert(1)"/>'),
  'foreign content': svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">salom</p></foreignObject>'),
  'a picture from elsewhere': svg('<image href="https://example.com/a.png" width="9" height="9"/>'),
  'a file of the server': svg('<use href="file:///etc/passwd#a"/>'),
  'a spelled-out address': svg('<use href="&#104;ttps://example.com/a.svg#a"/>'),
  'a style from elsewhere': svg('<style>@import "https://example.com/a.css";</style>'),
  'a filling from elsewhere': svg('<rect style="fill: url( \'https://example.com/a.svg#g\')"/>'),
  'an escaped style': svg('<rect style="fill:\\75rl(https://example.com/a.svg#g)"/>'),
  'a style sheet beside it': Buffer.concat([
    Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="https://example.com/a.css"?>'),
    svg(''),
  ]),
  'an entity bomb': Buffer.concat([
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replace(/./g, (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)}]>`,
    ),
    svg('<text>&h;</text>'),
  ]),
  'an entity from a file': Buffer.concat([
    Buffer.from('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    svg('<text>&a;</text>'),
  ]),
  'an unknown entity': svg('<text>&nomalum;</text>'),
  'a repetition of millions': svg(`<g id="l0"><path d="M0 0h9v9z"/></g>${repeated(8)}<use href="#l8"/>`),
  'a filling of millions': svg(
    `<defs><pattern id="p0" width="1" height="1"><rect width="1" height="1"/></pattern>${Array.from({ length: 8 }, (_, level) => `<pattern id="p${level + 1}" width="1" height="1">${`<rect fill="url(#p${level})" width="1" height="1"/>`.repeat(10)}</pattern>`).join('')}</defs><rect fill="url(#p8)" width="64" height="64"/>`,
  ),
  'a repetition of itself': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  'a tower of a thousand groups': svg('<g>'.repeat(1000) + '</g>'.repeat(1000)),
  'a chain of a thousand repetitions': svg(
    `<g id="l0"/>${Array.from({ length: 1000 }, (_, level) => `<g id="l${level + 1}"><use href="#l${level}"/></g>`).join('')}<use href="#l1000"/>`,
  ),
  'a hundred thousand elements': svg('<path/>'.repeat(100_000)),
  'a canvas of a trillion pixels': svg('<rect width="9" height="9"/>', 'width="1000000" height="1000000"'),
  'markup that does not end': svg('<g>').subarray(0, 120),
  'bytes that are no text': Buffer.concat([svg('<text>'), Buffer.from([0xff, 0xfe, 0xff])]),
  'an open quote of a megabyte': svg(`<g id="${'a'.repeat(1024 * 1024)}<'/>`),
};
