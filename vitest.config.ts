import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findHeadlessShell } from './scripts/chromium.ts'
import { catalogues } from './scripts/vite-catalogues.ts'
import { linguiMacro } from './scripts/vite-lingui-macro.ts'
import { parseEnv } from './src/lib/parse-env.ts'

const plugins = [linguiMacro(), react(), catalogues().plugins]
// A package first met while a test runs would make Vite reload the page under it.
const bundledFirst = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/csp-provider',
  '@base-ui/react/dialog',
  '@base-ui/react/select',
  '@hookform/resolvers/valibot',
  '@lingui/core',
  '@lingui/react',
  '@tanstack/query-sync-storage-persister',
  '@tanstack/react-query',
  '@tanstack/react-query-persist-client',
  '@tanstack/react-router',
  'crypto-js/aes.js',
  'crypto-js/enc-hex.js',
  'crypto-js/enc-utf8.js',
  'dompurify',
  'eventsource-parser',
  'idb',
  'jotai',
  'jotai/utils',
  'jsqr',
  'keen-slider',
  'luxon',
  'ofetch',
  'qrcode/lib/core/qrcode.js',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react/jsx-dev-runtime',
  'socket.io-client',
  'valibot',
  'vitest-browser-react',
  'workbox-window',
]
const fixedSeed = 'tests/support/fixed-seed.ts'
// Whether a migration is missing: it only reads files.
const withoutDatabase = 'server/database/migrations.test.ts'
const browserTests = 'src/**/*.browser.test.tsx'

export default defineConfig({
  plugins,
  define: { ENV: JSON.stringify(parseEnv({})) },
  test: {
    // Patience, not expectation: the machine may be busy with other tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    teardownTimeout: 60_000,
    // Vitest would leave one core idle, which on a small machine is half of it.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: fixedSeed,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/*.test.ts', withoutDatabase],
          exclude: [browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles: fixedSeed,
          include: ['server/**/*.test.ts'],
          exclude: [withoutDatabase],
          // The files of a worker share the server's modules: loading and warming them anew cost a third of all CPU time.
          isolate: false,
          globalSetup: 'server/database/test-setup.ts',
        },
      },
      {
        extends: true,
        optimizeDeps: { include: bundledFirst },
        test: {
          name: 'browser',
          setupFiles: 'tests/support/clean-page.ts',
          include: [browserTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: 300_000,
            provider: playwright({
              launchOptions: { executablePath: findHeadlessShell(), args: chromiumArgs },
              // As in the flows. Files that look at motion call `withMotion`.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 780 } }],
          },
        },
      },
    ],
  },
})
