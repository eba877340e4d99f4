import yauzl, { type Entry } from 'yauzl';
import { detectImageFormat, FileError, reencodeImage } from './image.ts';

/** A file as it is stored: its bytes and their type. */
export interface FileContent {
  data: Buffer;
  extension: 'pdf' | 'docx' | 'jpg' | 'png' | 'webp';
  content_type: string;
}

/** Pixels of the long side of A4 at 300 dots per inch. */
const a4Pixels = 3508;

const isPdf = (data: Buffer) => data.toString('latin1', 0, 5) === '%PDF-';
/** A PDF ends with this mark. A few bytes after it are common; a second file is not. */
const hasPdfEnd = (data: Buffer) => data.subarray(-1024).includes('%%EOF');

const isZip = (data: Buffer) => data.toString('latin1', 0, 4) === 'PK\x03\x04';
const maxEntries = 2000;
/** Bytes all parts of a document may declare together. Nothing is unpacked here, but the reader's program will unpack it. */
const maxUnpackedBytes = 100 * 1024 * 1024;
const requiredParts = ['[Content_Types].xml', 'word/document.xml'];
/** Macros and ActiveX controls. */
const isProgram = (name: string) => /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/.*)$/i.test(name);

/** Names and declared sizes from the central directory of a zip. @throws FileError when it has a comment or too many entries */
const readEntries = async (data: Buffer): Promise<Entry[]> => {
  const zip = await yauzl.fromBufferPromise(data, { lazyEntries: true });
  if (zip.comment !== '' || zip.entryCount > maxEntries) throw new FileError('content');
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
};

/** Checks a Word document by its central directory. @throws FileError */
const checkDocx = async (data: Buffer): Promise<void> => {
  const entries = await readEntries(data).catch((error: unknown) => {
    throw error instanceof FileError ? error : new FileError('content', error);
  });
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (!requiredParts.every((name) => names.has(name))) throw new FileError('type');
  if (entries.some(({ fileName }) => isProgram(fileName))) throw new FileError('type');
  const total = (size: 'compressedSize' | 'uncompressedSize') => entries.reduce((sum, entry) => sum + entry[size], 0);
  // Parts that together are larger than the file overlap: a zip bomb.
  const broken = names.size < entries.length || entries.some((entry) => entry.isEncrypted());
  if (broken || total('compressedSize') > data.length || total('uncompressedSize') > maxUnpackedBytes) throw new FileError('content');
};

/**
 * Reads a resume or a document and detects its type by its content. Pictures are re-encoded without metadata; PDF and DOCX
 * are stored unchanged and served only as downloads.
 * @throws FileError when it is not a PDF, DOCX, JPEG or PNG, or is broken
 */
export const readDocument = async (data: Buffer): Promise<FileContent> => {
  if (isPdf(data)) {
    if (!hasPdfEnd(data)) throw new FileError('content');
    return { data, extension: 'pdf', content_type: 'application/pdf' };
  }
  if (isZip(data)) {
    await checkDocx(data);
    return { data, extension: 'docx', content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' };
  }
  const format = detectImageFormat(data);
  if (format !== 'jpeg' && format !== 'png') throw new FileError('type');
  const image = await reencodeImage(data, { width: a4Pixels, height: a4Pixels, format });
  return { data: image, extension: format === 'jpeg' ? 'jpg' : 'png', content_type: `image/${format}` };
};
