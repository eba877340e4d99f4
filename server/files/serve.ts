import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { filesFolder, publicKinds } from './keep.ts';

const types: Record<string, string> = { webp: 'image/webp', png: 'image/png' };

/** Public files at /files/{kind}/{name}: a name is random and its content never changes, so it may be kept for ever. */
export const serveFiles = (app: FastifyInstance, deps: Pick<Deps, 'config'>) => {
  app.get<{ Params: { kind: string; name: string } }>('/files/:kind/:name', async ({ params: { kind, name } }, reply) => {
    const extension = /^[0-9a-f]{32}\.(webp|png)$/.exec(name)?.[1];
    if (!extension || !Object.hasOwn(publicKinds, kind)) throw new Refusal('not_found');
    const data = await fs.readFile(path.join(filesFolder(deps), kind, name)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Refusal('not_found') : error;
    });
    return reply
      .type(types[extension] as string)
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(data);
  });
};
