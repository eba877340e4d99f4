import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileUrlPrefix } from '#contract/fileUrl.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../http/refusal.ts';

/** Seconds a link is valid at least, and at most twice that: its text stays the same meanwhile, so screens do not flicker. */
const stepSeconds = 30 * 60;

/** Kinds of files that are served only through signed links. */
export const privateKinds = ['resume', 'document'] as const;
export type PrivateKind = (typeof privateKinds)[number];

type LinkDeps = { config: Pick<Config, 'jwtSecret'>; now(): Date };

/** The query of a signed link: Unix seconds when it expires, and the signature. */
export type LinkSignature = { until?: string | undefined; sig?: string | undefined };

const computeSignature = ({ config }: LinkDeps, path: string, until: number, viewer: string) =>
  createHmac('sha256', `link ${config.jwtSecret}`).update(`${until} ${path} ${viewer}`.trimEnd()).digest('base64url').slice(0, 32);

/**
 * A path that opens without a token for 30 to 60 minutes; the caller checks the permission. No other
 * credentials are needed, because in-app browsers can download only plain addresses.
 * @param viewer who opens it, for a path whose content depends on the viewer
 */
export const signedLink = (deps: LinkDeps, path: string, viewer = ''): string => {
  const until = (Math.floor(deps.now().getTime() / 1000 / stepSeconds) + 2) * stepSeconds;
  return `${path}?until=${until}&sig=${computeSignature(deps, path, until, viewer)}`;
};

/** Whether the signature is ours, for this path and viewer, and has not expired. */
export const isValidLink = (deps: LinkDeps, path: string, { until, sig }: LinkSignature, viewer = ''): boolean => {
  const expires = Number(until);
  const expected = Buffer.from(computeSignature(deps, path, expires, viewer));
  const actual = Buffer.from(sig ?? '');
  return expires * 1000 > deps.now().getTime() && expected.length === actual.length && timingSafeEqual(expected, actual);
};
/** @throws Refusal link_expired when the signature is wrong or has expired */
export const assertValidLink = (deps: LinkDeps, path: string, link: LinkSignature): void => {
  if (!isValidLink(deps, path, link)) throw new Refusal('link_expired');
};

const isPrivate = (url: string) => privateKinds.some((kind) => url.startsWith(`${fileUrlPrefix}${kind}/`));
/** The address of a file for a reply: signed when the file is private. */
export const signedUrl = <Url extends string | null>(deps: LinkDeps, url: Url): Url =>
  url && isPrivate(url) ? (signedLink(deps, url) as Url) : url;
/** The address of a file for the database: without the signature a reply added. */
export const unsignedUrl = (url: string): string => (isPrivate(url) ? (url.split('?', 1)[0] as string) : url);
