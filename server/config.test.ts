import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

describe('settings', () => {
  test('have defaults that start a sandbox', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8080,
      dataDir: '.data',
      sandbox: true,
      laos: false,
      country: 'TH',
      frameAncestors: ["'self'"],
      corsOrigins: [],
      proxyHops: 0,
      worker: true,
      payouts: true,
      paytimzMinimum: 1000,
    })
  })

  test('are parsed', () => {
    const config = parseConfig({
      PORT: '0',
      LAOS: 'true',
      FRAME_ANCESTORS: "'self' https://host.example",
      CORS_ORIGINS: 'https://a.example, http://b.example:3000',
      DATABASE_URL: 'postgresql://champa@localhost/champa',
      SANDBOX: 'off',
      PUBLIC_ORIGIN: 'https://champa.example',
      DATA_KEYS: `${'A'.repeat(43)}=, ${'_'.repeat(43)}`,
      PAYTIMZ_MINIMUM: '1.50',
    })
    expect(config).toMatchObject({
      port: 0,
      country: 'LA',
      sandbox: false,
      dataKeys: [Buffer.alloc(32), Buffer.alloc(32, 255)],
      paytimzMinimum: 150,
      frameAncestors: ["'self'", 'https://host.example'],
      corsOrigins: ['https://a.example', 'http://b.example:3000'],
    })
  })

  test('name a store for uploads, whose secrets may have any characters', () => {
    const url = 'https://key%2F1:se%2Bcret@store.example:9000/uploads/champa/th?region=auto'
    expect(parseConfig({ FILES_URL: url }).filesUrl).toEqual({
      origin: 'https://store.example:9000',
      bucket: 'uploads',
      prefix: 'champa/th/',
      region: 'auto',
      accessKeyId: 'key/1',
      secretAccessKey: 'se+cret',
    })
    expect(parseConfig({ FILES_URL: 'http://a:b@store/uploads/' }).filesUrl).toMatchObject({
      prefix: '',
      region: 'us-east-1',
    })
  })

  test('count as not given when they are empty', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', SANDBOX: '' })).toMatchObject({
      port: 8080,
      sandbox: true,
      databaseUrl: undefined,
      databaseConnections: 10,
    })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SANDBOX', 'yes'],
    ['PASSWORD_COST', 'none'],
    ['PASSWORD_THREADS', '0'],
    ['PASSWORD_THREADS', '65'],
    ['SANDBOX_KEY', 'too short'],
    ['LAOS', '1'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['FRAME_ANCESTORS', 'https://host.example/path'],
    ['FRAME_ANCESTORS', "'self'; script-src *"],
    ['CORS_ORIGINS', '*'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_ORIGIN', 'champa.example'],
    ['PUBLIC_ORIGIN', 'https://champa.example/app'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '12'],
    ['WORKER', 'none'],
    ['PAYOUTS', 'stopped'],
    ['PAYTIMZ_MINIMUM', '-1'],
    ['PAYTIMZ_MINIMUM', '1.005'],
    ['REQUESTS_PER_MINUTE', '-1'],
    ['DATABASE_CONNECTIONS', '0'],
    ['MIGRATE', 'later'],
    ['FILES_URL', 's3://key:secret@store.example/uploads'],
    ['FILES_URL', 'https://store.example/uploads'],
    ['FILES_URL', 'https://key:secret@store.example'],
    ['FILES_URL', 'https://key:secret@store.example/uploads/a b'],
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_TOKEN', 'sixteen or more, with spaces'],
    ['SHUTDOWN_DELAY', '601'],
  ])('a wrong %s (%s) is named with the reason', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `, 'u'))
  })

  test('SANDBOX=off without DATABASE_URL stops the start and says why', () => {
    expect(() => parseConfig({ SANDBOX: 'off' })).toThrow(/SANDBOX is off.*DATABASE_URL/u)
  })

  test('a sandbox listens only on localhost by default, a real server everywhere', () => {
    const house = {
      SANDBOX: 'off',
      DATABASE_URL: 'postgres://x',
      PUBLIC_ORIGIN: 'https://champa.example',
      DATA_KEYS: 'A'.repeat(43),
    }
    expect(parseConfig({}).host).toBe('127.0.0.1')
    expect(parseConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(parseConfig(house)).toMatchObject({ host: undefined, sandboxKey: undefined })
  })

  test.each<Record<string, string>>([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { PUBLIC_ORIGIN: 'http://localhost:5173' },
  ])('a console that only this machine reaches needs no key: %j', (settings) => {
    expect(parseConfig(settings).sandboxKey).toBeUndefined()
    expect(parseConfig({ ...settings, SANDBOX_KEY: 'twelve letters' }).sandboxKey?.value).toBe(
      'twelve letters',
    )
  })

  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { PUBLIC_ORIGIN: 'https://try.champa.example' },
    { TRUST_PROXY: 'on' },
  ])('a console that others reach has a key, generated if none is given: %j', (settings) => {
    const [one, other] = [parseConfig(settings), parseConfig(settings)]
    expect(one.sandboxKey).toEqual({ value: expect.stringMatching(/^[\w-]{24}$/u), isGenerated: true })
    expect(one.sandboxKey?.value).not.toBe(other.sandboxKey?.value)
    const SANDBOX_KEY = 'a key of our own'
    expect(parseConfig({ ...settings, SANDBOX_KEY }).sandboxKey).toEqual({
      value: SANDBOX_KEY,
      isGenerated: false,
    })
  })

  test('passwords are cheap to check only in the sandbox', () => {
    const real = {
      SANDBOX: 'off',
      DATABASE_URL: 'postgres://localhost/champa',
      PUBLIC_ORIGIN: 'https://champa.example',
      DATA_KEYS: 'A'.repeat(43),
    }
    expect(parseConfig({}).passwordCost).toBe('standard')
    expect(parseConfig({ PASSWORD_COST: 'low' }).passwordCost).toBe('low')
    expect(parseConfig(real).passwordCost).toBe('standard')
    expect(() => parseConfig({ ...real, PASSWORD_COST: 'low' })).toThrow(/^PASSWORD_COST must be standard/u)
  })

  test('SANDBOX=off needs PUBLIC_ORIGIN', () => {
    const settings = { SANDBOX: 'off', DATABASE_URL: 'postgres://localhost/champa' }
    expect(() => parseConfig(settings)).toThrow(/^PUBLIC_ORIGIN must be given/u)
    expect(() => parseConfig({ ...settings, PUBLIC_ORIGIN: 'champa.example' })).toThrow(
      /^PUBLIC_ORIGIN must be an origin/u,
    )
  })

  test('SANDBOX=off needs a key for stored data', () => {
    const settings = {
      SANDBOX: 'off',
      DATABASE_URL: 'postgres://localhost/champa',
      PUBLIC_ORIGIN: 'https://champa.example',
    }
    expect(() => parseConfig(settings)).toThrow(/^DATA_KEYS must be given.*openssl rand -base64 32/u)
  })

  test('a wrong key is not repeated in the error message', () => {
    const DATA_KEYS = `${'A'.repeat(43)} secret`
    expect(() => parseConfig({ DATA_KEYS })).toThrow(/^DATA_KEYS must be keys of 32 bytes in base64/u)
    expect(() => parseConfig({ DATA_KEYS })).not.toThrow(/secret|AAA/u)
  })
})
