import type { ErrorCode } from '#contract/errors.ts';
import { coverFailed, coverTooLarge, coverWrongType, documentMaxBytes, imageMaxBytes } from '#contract/file.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import { type FileContent, readDocument } from './documents.ts';
import { FileError, reencodeImage } from './image.ts';
import type { PrivateKind } from './signedLinks.ts';
import { looksLikeSvg } from './svgCheck.ts';
import { renderSvg } from './svgRenderer.ts';

/** The rules of one kind of file. */
interface UploadRules {
  maxBytes: number;
  /** Checks the bytes and returns the content to store. @throws FileError */
  read(data: Buffer): Promise<FileContent>;
  /** The error reported to the sender. */
  refusal(reason: FileError['reason'] | 'missing'): Refusal | Invalid;
}

const picture =
  (width: number) =>
  async (data: Buffer): Promise<FileContent> => ({
    data: await reencodeImage(data, { width, format: 'webp' }),
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
  (codes: Record<FileError['reason'] | 'missing', ErrorCode>): UploadRules['refusal'] =>
  (reason) =>
    new Refusal(codes[reason]);

/** Pictures that are served to everyone. */
export const publicKinds = {
  cover: { maxBytes: imageMaxBytes, read: picture(1600), refusal: (reason) => new Invalid({ cover_image: [coverTexts[reason]] }) },
  avatar: { maxBytes: imageMaxBytes, read: picture(512), refusal: byCode(pictureCodes) },
  logo: { maxBytes: imageMaxBytes, read: logo, refusal: byCode({ ...pictureCodes, missing: 'no_logo_file' }) },
} satisfies Record<string, UploadRules>;
export type PublicKind = keyof typeof publicKinds;

const document: UploadRules = { maxBytes: documentMaxBytes, read: readDocument, refusal: byCode(documentCodes) };
const kinds: Record<PublicKind | PrivateKind, UploadRules> = { ...publicKinds, resume: document, document };
export type FileKind = keyof typeof kinds;

/** Checks an upload of a kind. @throws Refusal, or Invalid on its field, when it is missing, too large or not accepted */
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
