import { describe, expect, test, vi } from 'vitest'
import { appAddress, needsAccount, opensOnWeb, planLaunch } from './launch-rules.ts'

const account = { username: 'chp0812345678', password: 'Np48x2kd', event: { __VIEWSTATE: 'a+b/c=' } }
const web = 'https://play.example/enter?lang=th'
const launch = (code: string) => planLaunch({ code, web }, account)

describe('games opened by a signed link', () => {
  test.each(['PG', 'BETFLIX', 'ASKMEBET', 'IMI', 'USUN', 'AREASLOT', 'CIRCUS', 'SLOTRACHA', 'PGSLOT'])(
    '%s: by username alone, so that no password stands in an address',
    (code) => {
      expect(launch(code)).toEqual({
        kind: 'link',
        params: { game: code.toLowerCase(), username: account.username },
      })
    },
  )

  test.each(['JOKER2', 'HUAYHD'])('%s: with the password it insists on', (code) => {
    expect(launch(code)).toEqual({
      kind: 'link',
      params: { game: code.toLowerCase(), username: account.username, password: account.password },
    })
  })

  test('need no address of their own', () => {
    expect(opensOnWeb({ code: 'PG', web: '' })).toBe(true)
    expect(planLaunch({ code: 'PG', web: '' }, account)).toMatchObject({ kind: 'link' })
  })
})

describe("games opened by the provider's own sign-in page", () => {
  test.each(['JOKER', 'SEXYGAME', 'SUPERSLOT', 'SLOTXO'])('%s: username and password', (code) => {
    expect(launch(code)).toEqual({
      kind: 'form',
      action: web,
      fields: [
        ['username', account.username],
        ['password', account.password],
      ],
    })
  })

  test("UFABET: with its page's state fields", () => {
    expect(launch('UFABET')).toMatchObject({
      kind: 'form',
      fields: [
        ['__VIEWSTATE', 'a+b/c='],
        ['username', account.username],
        ['password', account.password],
      ],
    })
  })

  test('a state field cannot replace the credentials', () => {
    const plan = planLaunch({ code: 'UFABET', web }, { ...account, event: { password: 'other' } })
    expect(plan).toMatchObject({
      fields: [
        ['password', account.password],
        ['username', account.username],
      ],
    })
  })
})

describe('where username and password may be sent', () => {
  test.each(['http://play.example/enter', 'http://play.example:443/', 'ftp://play.example'])(
    'not to %s',
    (plain) => {
      expect(planLaunch({ code: 'JOKER', web: plain }, account)).toEqual({ kind: 'nowhere' })
      expect(opensOnWeb({ code: 'JOKER', web: plain })).toBe(false)
    },
  )

  test('over http only to this very server', () => {
    vi.stubGlobal('location', { origin: 'http://localhost:8080' })
    const at = (address: string) => planLaunch({ code: 'UFABET', web: address }, account).kind
    expect(at('http://localhost:8080/sandbox/games/UFABET')).toBe('form')
    expect(at('http://localhost:8081/sandbox/games/UFABET')).toBe('nowhere')
    expect(at('http://localhost/sandbox/games/UFABET')).toBe('nowhere')
    vi.unstubAllGlobals()
  })
})

describe('every other game', () => {
  test('opens its address without the credentials', () => {
    expect(launch('NAGA')).toEqual({ kind: 'address', href: web })
    expect(needsAccount('NAGA')).toBe(false)
  })

  test('has nowhere to go without an address', () => {
    expect(planLaunch({ code: 'NAGA', web: '' })).toEqual({ kind: 'nowhere' })
    expect(opensOnWeb({ code: 'NAGA', web: '' })).toBe(false)
  })
})

test('nothing that needs credentials is opened without them', () => {
  for (const code of ['PG', 'JOKER2', 'JOKER', 'UFABET']) {
    expect(needsAccount(code)).toBe(true)
    expect(planLaunch({ code, web })).toEqual({ kind: 'nowhere' })
  }
})

test('codes are matched in any letter case', () => {
  expect(launch('joker2')).toEqual(launch('JOKER2'))
})

describe('addresses', () => {
  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,hi',
    'intent://x',
    'file:///etc',
    '/play',
    '',
  ])('refuses %j', (text) => {
    expect(planLaunch({ code: 'JOKER', web: text }, account)).toEqual({ kind: 'nowhere' })
  })
})

test.each([
  ['https://naga.example/app.apk', 'https://naga.example/app.apk'],
  ['market://details?id=example.naga', 'market://details?id=example.naga'],
  [
    'itms-services://?action=download-manifest&url=https://naga.example',
    'itms-services://?action=download-manifest&url=https://naga.example',
  ],
  ['naga://play', undefined],
  ['javascript:alert(1)', undefined],
  ['intent://x#Intent;scheme=https;end', undefined],
  ['not an address', undefined],
])('the app link %j opens %j', (text, opened) => expect(appAddress(text)).toBe(opened))
