import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeManifest, picturesOf, protocolsOf, shareTargetOf, shortcutsOf } from './manifest-rules.ts'

const address = 'https://play.example/manifest.webmanifest'
const ours = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Record<string, unknown>
const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }
const large = { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' }
const share_target = {
  action: '/share',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'slip', accept: ['image/*'] }] },
}
const whole = { ...ours, share_target }
const failing = (manifest: unknown) =>
  judgeManifest(manifest, address)
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ rule }) => rule)

test('the app’s own manifest breaks no rule', () => {
  expect(failing(whole)).toEqual([])
})

describe('the rules that a broken manifest breaks are reported', () => {
  const [narrow, wide] = (whole as { screenshots?: object[] }).screenshots ?? []
  test.each<[string, object]>([
    ['name', { name: ' ' }],
    ['short_name', { short_name: 'Champa wallet' }],
    ['description', { description: undefined }],
    ['lang', { lang: 'Thai language' }],
    ['dir', { dir: 'left' }],
    ['categories', { categories: ['finance', 'gambling'] }],
    ['categories', { categories: undefined }],
    ['categories', { categories: [] }],
    ['id', { id: 'https://other.example/app' }],
    ['id', { id: undefined }],
    ['scope', { scope: 'https://other.example/', start_url: 'https://other.example/' }],
    ['start_url', { scope: '/user/', start_url: '/login' }],
    ['display', { display: 'browser' }],
    ['theme_color', { theme_color: 'midnight' }],
    ['background_color', { background_color: undefined }],
    ['icon 192 any', { icons: [large] }],
    ['icon 512 any', { icons: [icon, { ...large, type: 'image/svg+xml' }] }],
    ['icon 512 maskable', { icons: [icon, large] }],
    ['screenshot narrow', { screenshots: [wide] }],
    ['screenshot wide', { screenshots: [narrow, { ...wide, label: '' }] }],
    ['screenshot wide', { screenshots: [narrow, { ...wide, sizes: '2400x900' }] }],
    ['shortcuts', { shortcuts: [] }],
    ['shortcuts', { shortcuts: [{ name: 'Deposit', url: 'https://other.example/', icons: [icon] }] }],
    ['shortcuts', { shortcuts: [{ name: 'Deposit', url: '/user/home' }] }],
    ['shortcuts', { shortcuts: [{ name: 'Deposit', url: '/user/home', icons: [icon] }] }],
    ['share_target', { share_target: undefined }],
    ['share_target', { share_target: { ...share_target, method: 'GET' } }],
    ['share_target', { share_target: { ...share_target, action: 'https://other.example/share' } }],
    ['display_override', { display_override: [] }],
    ['display_override', { display_override: ['standalone', 'app'] }],
    ['launch_handler', { launch_handler: undefined }],
    ['launch_handler', { launch_handler: { client_mode: 'reuse' } }],
    ['protocol_handlers', { protocol_handlers: undefined }],
    ['protocol_handlers', { protocol_handlers: [{ protocol: 'champa', url: '/user/home?open=%s' }] }],
    ['protocol_handlers', { protocol_handlers: [{ protocol: 'web+champa', url: '/user/home' }] }],
    [
      'protocol_handlers',
      { protocol_handlers: [{ protocol: 'web+champa', url: 'https://other.example/%s' }] },
    ],
  ])('%s: %j', (rule, change) => {
    expect(failing({ ...whole, ...change })).toContain(rule)
  })

  test.each([undefined, null, 'a manifest', [], 7, { icons: 'none', shortcuts: [null], screenshots: {} }])(
    'whatever it is: %j',
    (manifest) => {
      expect(failing(manifest).length).toBeGreaterThan(15)
      expect(picturesOf(manifest)).toEqual([])
    },
  )
})

test('its pictures, shortcuts and share target are read', () => {
  const manifest = {
    icons: [icon],
    shortcuts: [{ name: 'Deposit', url: '/d', icons: [icon, large] }],
    share_target,
    protocol_handlers: [{ protocol: 'web+champa', url: '/d?open=%s' }, 'none'],
  }
  expect(protocolsOf(manifest)).toEqual([{ protocol: 'web+champa', url: '/d?open=%s' }])
  expect(picturesOf(manifest).map(({ src }) => src)).toEqual([icon.src, large.src])
  expect(shortcutsOf(manifest)).toEqual([{ name: 'Deposit', url: '/d' }])
  expect(shareTargetOf(manifest)).toEqual({ action: '/share', field: 'slip' })
  const words = { ...share_target, params: { files: { name: 'text', accept: 'text/plain' } } }
  expect(shareTargetOf({ share_target: words })).toBeUndefined()
})
