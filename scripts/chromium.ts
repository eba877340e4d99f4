import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const findInstalled = () => candidates.find((file): file is string => Boolean(file) && fs.existsSync(file as string));

/** Path of Chromium or Chrome; installs Debian's package when it is missing and this process is root. @throws when there is none */
export const findChromium = (): string => {
  const existing = findInstalled();
  if (existing) return existing;
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No Chromium found; installing the Debian package …\n');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  );
};
