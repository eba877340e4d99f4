import type { ErrorCode } from '#contract/errors.ts';
import { coverFailed, coverTooLarge, coverWrongType, documentMaxBytes, imageMaxBytes } from '#contract/file.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import { type FileContent, readDocument } from './documents.ts';
import { FileError, reencode } from './image.ts';
import type { PrivateKind } from './signedLinks.ts';
import { looksLikeSvg } from './svgCheck.ts';
import { renderSvg } from './svgRenderer.ts';

/** What may come as one kind of file, and how a refusal is said. */
interface Kind {
  maxBytes: number;
  /** The content as it is kept. @throws FileError */
  read(data: Buffer): Promise<FileContent>;
  refusal(reason: FileError['reason'] | 'missing'): Refusal | Invalid;
}

const picture =
  (width: number) =>
  async (data: Buffer): Promise<FileContent> => ({
    data: await reencode(data, { width, format: 'webp' }),
    extension: 'webp',
    content_type: 'image/webp',
  });

const logo = async (data: Buffer): Promise<FileContent> =>
  looksLikeSvg(data) ? { data: await renderSvg(data, 512), extension: 'png', content_type: 'image/png' } : picture(512)(data);

const coverTexts = { missing: coverFailed, size: coverTooLarge, type: coverWrongType, content: coverFailed };
const pictureCodes = { missing: 'file_missing', size: 'picture_too_large', type: 'picture_invalid', content: 'picture_broken' } as const;
const documentCodes = {
  missing: 'file_missing',
  size: 'document_too_large',
  type: 'document_invalid',
  content: 'document_broken',
} as const;
const byCode =
  (codes: Record<FileError['reason'] | 'missing', ErrorCode>): Kind['refusal'] =>
  (reason) =>
    new Refusal(codes[reason]);

/** Pictures anybody may see. */
export const publicKinds = {
  cover: { maxBytes: imageMaxBytes, read: picture(1600), refusal: (reason) => new Invalid({ cover_image: [coverTexts[reason]] }) },
  avatar: { maxBytes: imageMaxBytes, read: picture(512), refusal: byCode(pictureCodes) },
  logo: { maxBytes: imageMaxBytes, read: logo, refusal: byCode({ ...pictureCodes, missing: 'no_logo_file' }) },
} satisfies Record<string, Kind>;
export type PublicKind = keyof typeof publicKinds;

const document: Kind = { maxBytes: documentMaxBytes, read: readDocument, refusal: byCode(documentCodes) };
const kinds: Record<PublicKind | PrivateKind, Kind> = { ...publicKinds, resume: document, document };
export type FileKind = keyof typeof kinds;

/** @throws Refusal, or Invalid on its field, when nothing was sent or it is not what this kind takes */
export const readUpload = async (kind: FileKind, data: Buffer | undefined): Promise<FileContent> => {
  const { maxBytes, read, refusal } = kinds[kind];
  if (!data) throw refusal('missing');
  if (data.length > maxBytes) throw refusal('size');
  try {
    return await read(data);
  } catch (error) {
    throw error instanceof FileError ? refusal(error.reason) : error;
  }
};
