import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'

test('without any setting the app is the Thai one on its own origin', () => {
  expect(parseEnv({})).toEqual({
    apiOrigin: '',
    apiExtensions: true,
    laos: false,
    country: 'TH',
    paytimzMinimum: undefined,
    truelinkKey: 'champa-sandbox-truelink',
    chatOrigin: '',
    appSchemes: [],
  })
})

test('every setting is read', () => {
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
    apiExtensions: true,
    laos: true,
    country: 'LA',
    paytimzMinimum: 30_50,
    truelinkKey: 'k',
    chatOrigin: 'http://localhost:9000',
    appSchemes: ['pgsoft', 'joker-2'],
  })
})

test('a foreign backend is not presumed to know our additions', () => {
  expect(parseEnv({ VITE_API_ORIGIN: 'https://api.example' }).apiExtensions).toBe(false)
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
