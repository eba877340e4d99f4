import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { Refusal } from '../http/refusal.ts';

/** Seconds a link holds at least; at most twice as long, so that it stays the same for a while and screens need not blink. */
const step = 30 * 60;

/** Kinds of files that are handed out through signed links alone. */
export const privateKinds = ['resume', 'document'] as const;
export type PrivateKind = (typeof privateKinds)[number];

type Signing = { config: Pick<Config, 'jwtSecret'>; now(): Date };

const signatureOf = ({ config }: Signing, path: string, until: number, holder: string) =>
  createHmac('sha256', `link ${config.jwtSecret}`).update(`${until} ${path} ${holder}`.trimEnd()).digest('base64url').slice(0, 32);

/**
 * A path anybody may open until the link runs out, in half an hour to an hour: whoever makes it has asked who may. It is
 * a plain address because browsers inside other apps download nothing else.
 * @param holder for whom it is, where the same address shows different people different things
 */
export const signedLink = (deps: Signing, path: string, holder = ''): string => {
  const until = (Math.floor(deps.now().getTime() / 1000 / step) + 2) * step;
  return `${path}?until=${until}&sig=${signatureOf(deps, path, until, holder)}`;
};

type SignedBy = { until?: string | undefined; sig?: string | undefined };

/** Whether a link is ours, for this holder, and has not run out. */
export const isValidLink = (deps: Signing, path: string, { until, sig }: SignedBy, holder = ''): boolean => {
  const ends = Number(until);
  const right = Buffer.from(signatureOf(deps, path, ends, holder));
  const given = Buffer.from(sig ?? '');
  return ends * 1000 > deps.now().getTime() && right.length === given.length && timingSafeEqual(right, given);
};
/** @throws Refusal link_expired when the link is not ours or has run out */
export const assertValidLink = (deps: Signing, path: string, link: SignedBy): void => {
  if (!isValidLink(deps, path, link)) throw new Refusal('link_expired');
};

const isPrivate = (url: string) => privateKinds.some((kind) => url.startsWith(`/files/${kind}/`));
/** An address as a reply shows it: a private file's is signed, any other stays. */
export const signedUrl = <Url extends string | null>(deps: Signing, url: Url): Url =>
  url && isPrivate(url) ? (signedLink(deps, url) as Url) : url;
/** An address as it is kept: what a reply showed comes back without its signature. */
export const unsignedUrl = (url: string): string => (isPrivate(url) ? (url.split('?', 1)[0] as string) : url);
