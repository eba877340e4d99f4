import yauzl, { type Entry } from 'yauzl';
import { FileError, imageFormatOf, reencode } from './image.ts';

/** A file as it is kept: its bytes, and what they are. */
export interface FileContent {
  data: Buffer;
  extension: 'pdf' | 'docx' | 'jpg' | 'png' | 'webp';
  content_type: string;
}

/** A sheet of A4 at 300 dots per inch, either way round. */
const sheet = 3508;

const isPdf = (data: Buffer) => data.toString('latin1', 0, 5) === '%PDF-';
/** A PDF ends with its mark; a few bytes after it are common, a second file is not. */
const pdfEnds = (data: Buffer) => data.subarray(-1024).includes('%%EOF');

const isZip = (data: Buffer) => data.toString('latin1', 0, 4) === 'PK\x03\x04';
const entriesMax = 2000;
/** Bytes all parts of a document may declare together; nothing is unpacked here, but whoever opens it will. */
const unpackedMax = 100 * 1024 * 1024;
const needed = ['[Content_Types].xml', 'word/document.xml'];
/** Programs inside a document: macros and controls. */
const isProgram = (name: string) => /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*)$/i.test(name);

/** Names and declared sizes in the table of contents at the end of a zip. @throws FileError when it is not a plain one */
const entriesOf = async (data: Buffer): Promise<Entry[]> => {
  const zip = await yauzl.fromBufferPromise(data, { lazyEntries: true });
  if (zip.comment !== '' || zip.entryCount > entriesMax) throw new FileError('content');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
};

/** A Word document by what its table of contents names. @throws FileError */
const checkDocx = async (data: Buffer): Promise<void> => {
  const entries = await entriesOf(data).catch((error: unknown) => {
    throw error instanceof FileError ? error : new FileError('content', error);
  });
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (!needed.every((name) => names.has(name))) throw new FileError('type');
  if (entries.some(({ fileName }) => isProgram(fileName))) throw new FileError('type');
  const total = (size: 'compressedSize' | 'uncompressedSize') => entries.reduce((sum, entry) => sum + entry[size], 0);
  // Parts that together are larger than the file lie over each other: a bomb.
  const broken = names.size < entries.length || entries.some((entry) => entry.isEncrypted());
  if (broken || total('compressedSize') > data.length || total('uncompressedSize') > unpackedMax) throw new FileError('content');
};

/**
 * A resume or a document: what it is, by its content. Pictures are encoded anew and lose their metadata, the rest is kept
 * as it came and never shown by us.
 * @throws FileError when it is none of PDF, DOCX, JPEG and PNG, or broken
 */
export const readDocument = async (data: Buffer): Promise<FileContent> => {
  if (isPdf(data)) {
    if (!pdfEnds(data)) throw new FileError('content');
    return { data, extension: 'pdf', content_type: 'application/pdf' };
  }
  if (isZip(data)) {
    await checkDocx(data);
    return { data, extension: 'docx', content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' };
  }
  const format = imageFormatOf(data);
  if (format !== 'jpeg' && format !== 'png') throw new FileError('type');
  const image = await reencode(data, { width: sheet, height: sheet, format });
  return { data: image, extension: format === 'jpeg' ? 'jpg' : 'png', content_type: `image/${format}` };
};
