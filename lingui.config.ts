import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { locales } from './src/lib/text/locale-codes.ts'

export default defineConfig({
  sourceLocale: 'en',
  locales: [...locales],
  catalogs: [
    { path: '<rootDir>/src/i18n/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] },
  ],
  // What comes from outside is never read as a part of the sentence that it is put into.
  runtimeConfigModule: { Trans: ['#i18n/literal-values.tsx', 'Trans'] },
  // Whoever translates a text sees where it is used.
  format: formatter({ lineNumbers: false, origins: true }),
})
