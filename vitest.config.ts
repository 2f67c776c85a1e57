import { existsSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { linguiMacro } from './scripts/vite-lingui-macro.ts'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const plugins = [linguiMacro(), react(), lingui()]
// A package first met while a test runs would make Vite reload the page under it.
const bundledFirst = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/csp-provider',
  '@base-ui/react/dialog',
  '@base-ui/react/select',
  '@hookform/resolvers/valibot',
  '@lingui/core',
  '@lingui/react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'jotai',
  'keen-slider',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react/jsx-dev-runtime',
  'valibot',
  'vitest-browser-react',
]
const browserTests = 'src/**/*.browser.test.tsx'

export default defineConfig({
  plugins,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/database/test-setup.ts',
          // Each file opens databases of its own, on machines that may be busy.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        optimizeDeps: { include: bundledFirst },
        test: {
          name: 'browser',
          include: [browserTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(existsSync(chromium) && { executablePath: chromium }),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 780 } }],
          },
        },
      },
    ],
  },
})
