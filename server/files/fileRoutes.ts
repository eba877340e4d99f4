import fs from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendDownload } from '../http/download.ts';
import { htmlErrorHandler, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { assertValidLink, type PrivateKind, privateKinds } from './signedLinks.ts';
import { pathOf } from './storeUpload.ts';
import { publicKinds } from './uploadKinds.ts';

const types: Record<string, string> = { webp: 'image/webp', png: 'image/png' };

const contentOf = (deps: Pick<Deps, 'config'>, name: string): Promise<Buffer> =>
  fs.readFile(pathOf(deps, name)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Refusal('not_found') : error;
  });

/**
 * A name is random and its content never changes, so it may be kept for ever; but a person's own picture by no cache between,
 * and for a day: it goes with the account.
 */
const keptFor = (kind: string) => (kind === 'avatar' ? 'private, max-age=86400, immutable' : 'public, max-age=31536000, immutable');

const sendPicture = async (deps: Pick<Deps, 'config'>, kind: string, name: string, extension: string, reply: FastifyReply) => {
  const type = types[extension];
  if (!type) throw new Refusal('not_found');
  const data = await contentOf(deps, `${kind}/${name}`);
  return reply
    .type(type)
    .headers({
      'cache-control': keptFor(kind),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(data);
};

const sendPrivate = async (deps: Pick<Deps, 'config' | 'db'>, name: string, reply: FastifyReply) => {
  const row = await deps.db.selectFrom('files').select(['content_type', 'original_name']).where('name', '=', name).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return sendDownload(reply, row.content_type, { name: row.original_name ?? 'fayl', body: await contentOf(deps, name) });
};

interface Address {
  Params: { kind: string; name: string };
  Querystring: { until?: string; sig?: string };
}

/** Uploaded files at /files/{kind}/{name}: pictures to anybody, private ones to whoever holds a signed link. */
export const registerFileRoutes = (app: FastifyInstance, deps: Pick<Deps, 'config' | 'db' | 'now'>) => {
  app.get<Address>('/files/:kind/:name', { errorHandler: htmlErrorHandler }, async ({ params: { kind, name }, query }, reply) => {
    const extension = /^[0-9a-f]{32}\.(webp|png|jpg|pdf|docx)$/.exec(name)?.[1];
    if (!extension) throw new Refusal('not_found');
    if (Object.hasOwn(publicKinds, kind)) return sendPicture(deps, kind, name, extension, reply);
    if (!privateKinds.includes(kind as PrivateKind)) throw new Refusal('not_found');
    assertValidLink(deps, `/files/${kind}/${name}`, query);
    return sendPrivate(deps, `${kind}/${name}`, reply);
  });
};
