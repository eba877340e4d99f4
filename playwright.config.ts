import { defineConfig } from '@playwright/test';
import { chromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  fullyParallel: false,
  workers: 2,
  // A second try on a busy machine; the suite names what needed it.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    viewport: { width: 360, height: 740 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-first-failure',
    launchOptions: {
      executablePath: chromium(),
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
