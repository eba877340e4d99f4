import { routes } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { callKey, type Setting, samples } from './callSamples.ts';
import { readPdf } from './pdf.ts';
import { callUrl, type World } from './world.ts';
import { unzip } from './zip.ts';

export interface RouteReply {
  key: string;
  status: number;
  /** Headers and body; what is packed is unpacked. */
  text: string;
}

const unpacked = async (data: Buffer, type: string): Promise<string> => {
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
 * What somebody is answered by every call they may make about a setting; reads first, deletions last.
 * @param except calls that are asked by links this person cannot have
 */
export const callEveryRoute = async (
  world: World,
  setting: Setting,
  actor: Actor,
  except: readonly Parameters<typeof callKey>[0][] = [],
) => {
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const left = new Set(except.map(callKey));
  const audiences: string[] = ['guest', 'anyone', 'user', actor.user_type, ...(actor.user_type === 'student' ? [] : ['staff'])];
  const asked = routes
    .filter(({ call, audience }) => audiences.includes(audience) && !left.has(callKey(call)))
    // Whoever deletes their account is told nothing afterwards.
    .filter(({ call }) => callKey(call) !== 'DELETE /auth/account/')
    .sort((a, b) => order.indexOf(a.call.method) - order.indexOf(b.call.method));
  const replies: RouteReply[] = [];
  for (const { call } of asked) {
    const sample = await samples.get(callKey(call))?.(setting, world);
    const { statusCode, headers, rawPayload } = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample?.params ?? {}, query: sample?.query ?? {} }),
      headers: { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` },
      ...(sample?.body ? { payload: sample.body } : {}),
    });
    const text = `${JSON.stringify(headers)}\n${await unpacked(rawPayload, statusCode === 200 ? String(headers['content-type']) : '')}`;
    replies.push({ key: callKey(call), status: statusCode, text });
  }
  return replies;
};
