import { expect, test } from 'vitest'
import { parseEnv } from './parse-env.ts'

test('without settings it is the Thai app on its own origin', () => {
  expect(parseEnv({})).toEqual({
    apiOrigin: '',
    apiExtensions: 'auto',
    country: 'TH',
    defaultLocale: 'th',
    paytimzMinimum: undefined,
    truelinkKey: 'champa-sandbox-truelink',
    chatOrigin: '',
    appSchemes: [],
  })
})

test('every setting is parsed', () => {
  expect(
    parseEnv({
      VITE_API_ORIGIN: 'https://api.example/',
      VITE_API_EXTENSIONS: 'on',
      VITE_LAOS: 'true',
      VITE_PAYTIMZ_MINIMUM: '30.50',
      VITE_TRUELINK_KEY: 'k',
      VITE_CHAT_ORIGIN: 'http://localhost:9000',
      VITE_APP_SCHEMES: 'PGSoft, joker-2',
    }),
  ).toEqual({
    apiOrigin: 'https://api.example',
    apiExtensions: 'on',
    country: 'LA',
    defaultLocale: 'la',
    paytimzMinimum: 30_50,
    truelinkKey: 'k',
    chatOrigin: 'http://localhost:9000',
    appSchemes: ['pgsoft', 'joker-2'],
  })
})

test.each([
  ['', undefined, 'auto'],
  ['', 'off', 'off'],
  ['https://api.example', undefined, 'off'],
  ['https://api.example', '', 'off'],
  ['https://api.example', 'auto', 'auto'],
])('extensions of a backend at %j, set to %j: %s', (VITE_API_ORIGIN, VITE_API_EXTENSIONS, mode) => {
  expect(parseEnv({ VITE_API_ORIGIN, VITE_API_EXTENSIONS }).apiExtensions).toBe(mode)
})

test.each([
  ['VITE_API_ORIGIN', 'api.example'],
  ['VITE_API_ORIGIN', 'https://api.example/v1'],
  ['VITE_CHAT_ORIGIN', 'ws://chat.example'],
  ['VITE_API_EXTENSIONS', 'yes'],
  ['VITE_LAOS', '1'],
  ['VITE_PAYTIMZ_MINIMUM', '1e3'],
  ['VITE_PAYTIMZ_MINIMUM', '-5'],
  ['VITE_TRUELINK_KEY', ''],
  ['VITE_APP_SCHEMES', 'pgsoft,JavaScript'],
  ['VITE_APP_SCHEMES', 'pgsoft://'],
])('%s=%s is refused by its name and the reason', (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^Build setting ${name}: must`, 'u'))
})
