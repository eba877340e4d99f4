import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

export default defineConfig<object, { startsAt: string | null }>({
  testDir: 'journeys',
  globalSetup: './journeys/globalSetup.ts',
  // Tests of one file may run in both workers, so that neither is idle at the end.
  fullyParallel: true,
  workers: 2,
  // A second attempt on a busy machine; scripts/test.ts lists the tests that needed it.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  projects: [
    { name: 'journeys' },
    {
      // Half past midnight on 1 January in Tashkent, when it is still 31 December in UTC. JOURNEYS_START_AT sets another moment.
      name: 'fixed clock',
      grep: /@dates/,
      use: { startsAt: process.env.JOURNEYS_START_AT ?? '2026-12-31T19:30:00Z' },
    },
  ],
  use: {
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    viewport: { width: 360, height: 740 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a fifth of the CPU time; scripts/test.ts prints where and why the first attempt failed.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
