import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../config.ts';

const distFolder = path.join(projectRoot, 'dist');
const indexFile = (dist: string) => path.join(dist, 'builds.json');
/** Days a replaced build stays: a page that was opened before a deploy still finds its chunks. */
const replacedBuildDays = 7;

/** One build of the browser part. Its files are in `dist/<id>`: `web` for the browser, `ssr` for the renderer. */
export interface Build {
  /** Hash of everything the build is made of. */
  id: string;
  /** ISO 8601. */
  built_at: string;
}

/** The folder of a build, absolute. */
export const buildFolder = ({ id }: Pick<Build, 'id'>, dist = distFolder): string => path.join(dist, id);

/** All builds that are still on the disk, oldest first; the last one is the current one. Empty before the first build. */
export const readBuilds = (dist = distFolder): Build[] => {
  try {
    return JSON.parse(fs.readFileSync(indexFile(dist), 'utf8')) as Build[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/** The build to serve. @throws Error when nothing has been built */
export const currentBuild = (): Build => {
  const build = readBuilds().at(-1);
  if (!build) throw new Error('The browser part is not built. Run: npm run build');
  return build;
};

/** Splits builds into those to keep and those replaced more than a week ago. @param builds oldest first */
export const expiredBuilds = (builds: readonly Build[], now: Date): { remaining: Build[]; expired: Build[] } => {
  const oldest = now.getTime() - replacedBuildDays * 24 * 60 * 60 * 1000;
  const expired = builds.filter((_, at) => {
    const successor = builds[at + 1];
    return successor !== undefined && Date.parse(successor.built_at) < oldest;
  });
  return { remaining: builds.filter((build) => !expired.includes(build)), expired };
};

/** Makes a finished build the current one and removes builds replaced more than a week ago. The index changes atomically. */
export const publishBuild = (id: string, now: Date, dist = distFolder): void => {
  const others = readBuilds(dist).filter((build) => build.id !== id);
  const { remaining, expired } = expiredBuilds([...others, { id, built_at: now.toISOString() }], now);
  const draft = `${indexFile(dist)}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify(remaining, null, 2));
  fs.renameSync(draft, indexFile(dist));
  for (const build of expired) fs.rmSync(buildFolder(build, dist), { recursive: true, force: true });
};

/**
 * Assets of earlier builds that the current one does not have: file name below `assets/` → folder of its build's `web`.
 * The newest build that has a file wins; names carry a hash of the content, so any copy is the same.
 */
export const earlierAssets = (dist = distFolder): ReadonlyMap<string, string> => {
  const builds = readBuilds(dist);
  const found = new Map<string, string>();
  const listAssets = (web: string) => (fs.existsSync(path.join(web, 'assets')) ? fs.readdirSync(path.join(web, 'assets')) : []);
  for (const build of builds.slice(0, -1)) {
    const web = path.join(buildFolder(build, dist), 'web');
    for (const name of listAssets(web)) found.set(name, web);
  }
  const current = builds.at(-1);
  if (current) for (const name of listAssets(path.join(buildFolder(current, dist), 'web'))) found.delete(name);
  return found;
};
