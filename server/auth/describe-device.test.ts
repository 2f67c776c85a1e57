import { expect, test } from 'vitest'
import { describeDevice, maskAddress } from './describe-device.ts'

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${android} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [
    `${android} Version/4.0 Chrome/115.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9`,
    'Mi Browser',
    'Android',
  ],
  [`${android} Version/4.0 Chrome/115.0 Mobile Safari/537.36 HeyTapBrowser/45.10`, 'Oppo Browser', 'Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox', 'Android'],
  [
    `${android.replace('K)', 'K; wv)')} Version/4.0 Chrome/118.0 Mobile Safari/537.36 Line/13.18.1`,
    'LINE',
    'Android',
  ],
  [`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${iphone} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`${iphone} Safari Line/14.2.0`, 'LINE', 'iPhone'],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0]`, 'Facebook', 'iPhone'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    'Chrome',
    'Chromebook',
  ],
  ['curl/8.5.0', '', ''],
  ['Win a prize at https://evil.example/1', '', ''],
  ['', '', ''],
])('%s', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system })
})

test.each([
  ['49.228.17.201', '49.228.x.x'],
  ['127.0.0.1', '127.0.x.x'],
  ['2001:db8:1:2::/64', '2001:db8:x:x'],
  ['0:0:0:0::/64', '0:0:x:x'],
  ['unknown', ''],
  ['', ''],
])('of %s shows %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})
