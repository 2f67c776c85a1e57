import { defineConfig } from 'playwright/test'
import { chromiumArgs, findHeadlessShell } from './scripts/chromium.ts'

// Flows against the production build (`dist/`) and the real backend, which tests/support/fixtures.ts starts.
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  testIgnore: '**/engines/**',
  globalSetup: './tests/support/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Four on two cores are hardly faster, and then a file of 20 MB takes longer than 30 s.
  workers: 2,
  retries: 0,
  // Waiting costs nothing where all is well, and a busy machine may stand still for seconds.
  timeout: 240_000,
  // As often as tests/support/expect.ts looks.
  expect: { timeout: 30_000, toPass: { intervals: [50, 100, 200] } },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    timezoneId: 'Asia/Bangkok',
    // Motion would be waited for everywhere. Flows that look at it, or count its file, say `no-preference`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findHeadlessShell(), args: chromiumArgs },
    actionTimeout: 30_000,
    // A trace costs an eighth of the time: `npx playwright test FILE --trace=on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
