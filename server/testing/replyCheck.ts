import { routes } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { callKey, samples } from './callSamples.ts';
import type { Fixture } from './fixture.ts';
import { readPdf } from './pdf.ts';
import { callUrl, type World } from './world.ts';
import { unzip } from './zip.ts';

export interface RouteReply {
  /** `METHOD /path/` */
  key: string;
  status: number;
  /** Headers and body; PDFs and archives as their text. */
  text: string;
}

const extractText = async (data: Buffer, type: string): Promise<string> => {
  if (type.includes('pdf')) {
    const { text, links, info } = await readPdf(data);
    return [text, ...links, ...Object.values(info)].join('\n');
  }
  if (type.includes('zip') || type.includes('officedocument'))
    return Object.entries(await unzip(data))
      .flat()
      .join('\n');
  return data.toString();
};

/**
 * Sends the sample of every call that an actor may make, reads first and deletions last.
 * @param except calls to leave out, such as those with links that the actor cannot get
 */
export const callEveryRoute = async (
  world: World,
  fixture: Fixture,
  actor: Actor,
  except: readonly Parameters<typeof callKey>[0][] = [],
) => {
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const excluded = new Set(except.map(callKey));
  const audiences: string[] = ['guest', 'anyone', 'user', actor.user_type, ...(actor.user_type === 'student' ? [] : ['staff'])];
  const calls = routes
    .filter(({ call, audience }) => audiences.includes(audience) && !excluded.has(callKey(call)))
    // After this call the other calls would be refused.
    .filter(({ call }) => callKey(call) !== 'DELETE /auth/account/')
    .sort((a, b) => order.indexOf(a.call.method) - order.indexOf(b.call.method));
  const replies: RouteReply[] = [];
  for (const { call } of calls) {
    const sample = await samples.get(callKey(call))?.(fixture, world);
    const { statusCode, headers, rawPayload } = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample?.params ?? {}, query: sample?.query ?? {} }),
      headers: { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` },
      ...(sample?.body ? { payload: sample.body } : {}),
    });
    const text = `${JSON.stringify(headers)}\n${await extractText(rawPayload, statusCode === 200 ? String(headers['content-type']) : '')}`;
    replies.push({ key: callKey(call), status: statusCode, text });
  }
  return replies;
};
