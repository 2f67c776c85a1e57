import { describe, expect, test } from 'vitest'
import { type Embedded, embeddedIn, phoneBrowserAddress, type System, systemOf } from './embedded-browser.ts'

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A145F Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

const inside: [Embedded, System, string][] = [
  ['line', 'android', `${android} Line/14.9.1/IAB`],
  ['line', 'ios', `${iphone} Safari Line/14.10.0`],
  ['line', 'ios', `${iphone} Mobile/15E148 Safari Line/13.8.0 LIFF`],
  ['facebook', 'android', `${android} [FB_IAB/FB4A;FBAV/467.0.0.55.109;]`],
  [
    'facebook',
    'ios',
    `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.39.104;FBBV/602301134;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS]`,
  ],
  ['messenger', 'android', `${android} [FB_IAB/MESSENGER;FBAV/464.0.0.48.109;]`],
  ['messenger', 'android', `${android} [FB_IAB/Orca-Android;FBAV/464.0.0.48.109;]`],
  [
    'messenger',
    'ios',
    `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461.0.0.28.108;FBBV/600000000;FBDV/iPhone15,2]`,
  ],
  [
    'instagram',
    'android',
    `${android} Instagram 336.0.0.35.90 Android (33/13; 300dpi; 720x1465; samsung; SM-A145F; a14; exynos850; th_TH; 605338432)`,
  ],
  [
    'instagram',
    'ios',
    `${iphone} Mobile/15E148 Instagram 335.1.8.26.85 (iPhone14,5; iOS 17_5_1; th_TH; th; scale=3.00; 1170x2532; 605596538)`,
  ],
  [
    'tiktok',
    'android',
    `${android} trill_350003 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/35.0.3 ByteLocale/th-TH BytedanceWebview/d8a21c6`,
  ],
  [
    'tiktok',
    'ios',
    `${iphone} Mobile/15E148 musical_ly_35.1.0 JsSdk/2.0 NetType/4G Channel/App Store ByteLocale/th Region/TH`,
  ],
  ['other', 'android', android],
  ['other', 'ios', `${iphone} Mobile/15E148`],
  ['other', 'ios', `${iphone} GSA/322.0.642125552 Mobile/15E148 Safari/604.1`],
  ['other', 'android', `${android} MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin`],
  ['other', 'ios', `${iphone} Mobile/15E148 Safari/604.1 Twitter for iPhone/10.44`],
]

const outside: [System, string][] = [
  [
    'android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  ],
  [
    'android',
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  ['android', 'Mozilla/5.0 (Android 13; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
  [
    'android',
    'Mozilla/5.0 (Linux; U; Android 12; th-th; Redmi Note 11) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9.1',
  ],
  ['ios', `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['ios', `${iphone} CriOS/126.0.6478.108 Mobile/15E148 Safari/604.1`],
  ['ios', `${iphone} FxiOS/127.1 Mobile/15E148 Safari/605.1.15`],
  [
    'other',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'other',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  [
    'other',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  ],
]

test.each(inside)('%s on %s is an embedded browser: %s', (app, system, agent) => {
  expect([embeddedIn(agent), systemOf(agent)]).toEqual([app, system])
})

test.each(outside)('a standalone browser on %s: %s', (system, agent) => {
  expect([embeddedIn(agent), systemOf(agent)]).toEqual([undefined, system])
})

describe('the address that opens the phone’s browser', () => {
  const here = 'https://champa.example/register?code=PR7'

  test('LINE has a parameter', () => {
    const way = 'https://champa.example/register?code=PR7&openExternalBrowser=1'
    expect(phoneBrowserAddress('line', 'ios', here)).toBe(way)
    expect(phoneBrowserAddress('line', 'android', way)).toBe(way)
  })

  test('Android has an intent, with the page itself as fallback', () => {
    expect(phoneBrowserAddress('facebook', 'android', here)).toBe(
      'intent://champa.example/register?code=PR7#Intent;scheme=https;action=android.intent.action.VIEW;' +
        'S.browser_fallback_url=https%3A%2F%2Fchampa.example%2Fregister%3Fcode%3DPR7;end',
    )
    expect(phoneBrowserAddress('other', 'android', 'https://x.example/a#b;S.evil=1;end')).not.toContain(
      ';S.evil',
    )
  })

  test('other apps have none', () => {
    expect(phoneBrowserAddress('instagram', 'ios', here)).toBeUndefined()
    expect(phoneBrowserAddress('other', 'other', here)).toBeUndefined()
  })
})
