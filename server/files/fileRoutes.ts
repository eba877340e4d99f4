import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileUrlPrefix } from '#contract/fileUrl.ts';
import { sendDownload } from '../http/download.ts';
import { htmlErrorHandler, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import type { StoredContent } from '../storage/storage.ts';
import { assertValidLink, type PrivateKind, privateKinds } from './signedLinks.ts';
import { fileUrl } from './storeUpload.ts';
import { publicKinds } from './uploadKinds.ts';

const pictureTypes: Record<string, string> = { webp: 'image/webp', png: 'image/png' };

/** @throws Refusal not_found */
const openFile = async ({ storage }: Pick<Deps, 'storage'>, name: string): Promise<StoredContent> => {
  const stored = await storage.get(name);
  if (!stored) throw new Refusal('not_found');
  return stored;
};

/**
 * Names are random and contents never change, so a picture may be cached for ever. A person's picture is deleted with the
 * account: only browsers cache it, for a day.
 */
const cacheControl = (kind: string) => (kind === 'avatar' ? 'private, max-age=86400, immutable' : 'public, max-age=31536000, immutable');

const sendPicture = async (deps: Pick<Deps, 'storage'>, kind: string, file: string, extension: string, reply: FastifyReply) => {
  const type = pictureTypes[extension];
  if (!type) throw new Refusal('not_found');
  const { size, stream } = await openFile(deps, `${kind}/${file}`);
  return reply
    .type(type)
    .headers({
      'content-length': size,
      'cache-control': cacheControl(kind),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(stream);
};

const sendPrivateFile = async (deps: Pick<Deps, 'db' | 'storage'>, name: string, reply: FastifyReply) => {
  const row = await deps.db.selectFrom('files').select(['content_type', 'original_name']).where('name', '=', name).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { size, stream } = await openFile(deps, name);
  return sendDownload(reply.header('content-length', size), row.content_type, { name: row.original_name ?? 'fayl', body: stream });
};

interface FileRequest {
  Params: { kind: string; file: string };
  Querystring: { until?: string; sig?: string };
}

/** Serves uploaded files at /files/{kind}/{file}: pictures to everyone, resumes and documents through signed links. */
export const registerFileRoutes = (app: FastifyInstance, deps: Pick<Deps, 'config' | 'db' | 'now' | 'storage'>) => {
  app.get<FileRequest>(`${fileUrlPrefix}:kind/:file`, { errorHandler: htmlErrorHandler }, async ({ params, query }, reply) => {
    const { kind, file } = params;
    const extension = /^[0-9a-f]{32}\.(webp|png|jpg|pdf|docx)$/.exec(file)?.[1];
    if (!extension) throw new Refusal('not_found');
    if (Object.hasOwn(publicKinds, kind)) return sendPicture(deps, kind, file, extension, reply);
    if (!privateKinds.includes(kind as PrivateKind)) throw new Refusal('not_found');
    assertValidLink(deps, fileUrl(`${kind}/${file}`), query);
    return sendPrivateFile(deps, `${kind}/${file}`, reply);
  });
};
