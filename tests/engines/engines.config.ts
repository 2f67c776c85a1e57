import { defineConfig } from 'playwright/test'
import flows from '../../playwright.config.ts'

// One flow in the engines besides Chromium (scripts/engines.ts).
export default defineConfig({
  ...flows,
  testDir: '.',
  testIgnore: [],
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results/engines',
})
