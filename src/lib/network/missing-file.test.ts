import { expect, test } from 'vitest'
import { isMissingFile } from './missing-file.ts'

test.each([
  ['Chrome', 'Failed to fetch dynamically imported module: https://champa.example/assets/a.js'],
  ['Firefox', 'error loading dynamically imported module: https://champa.example/assets/a.js'],
  ['Safari', 'Importing a module script failed.'],
  ['files of two releases in Chrome', "The requested module './a.js' does not provide an export named 'b'"],
  ['files of two releases in Firefox', "The requested module './a.js' doesn't provide an export named: 'b'"],
  ['files of two releases in Safari', "Importing binding name 'b' is not found."],
  ['the app', 'The messages file is missing'],
])('%s says that a file is missing', (_browser, message) => {
  expect(isMissingFile(new TypeError(message))).toBe(true)
})

test.each([new Error('b is not a function'), 'dynamically imported module', undefined])(
  '%s is no missing file',
  (error) => {
    expect(isMissingFile(error)).toBe(false)
  },
)
