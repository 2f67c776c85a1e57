import { embeddedIn } from '#lib/embedded-browser.ts'

/** What a device calls itself, in names that are the same in every language. Empty where it says nothing that we know. */
export interface Device {
  browser: string
  system: string
}

type Names = readonly (readonly [name: string, mark: RegExp])[]

const apps = {
  line: 'LINE',
  messenger: 'Messenger',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
}

/** The first that fits counts: nearly all of them say that they are Chrome and Safari too. */
const browsers: Names = [
  ['Samsung Internet', /\bSamsungBrowser\//u],
  ['Huawei Browser', /\bHuaweiBrowser\//u],
  ['Mi Browser', /\bMiuiBrowser\//u],
  ['Oppo Browser', /\bHeyTapBrowser\//u],
  ['Vivo Browser', /\bVivoBrowser\//u],
  ['UC Browser', /\bUCBrowser\//u],
  ['Edge', /\bEdg(?:A|iOS)?\//u],
  ['Opera', /\bOP(?:R|T|iOS|X)\/|\bOpera\b/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Chrome|CriOS)\//u],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//u],
]

/** An iPad says that it is a Mac, unless it is asked for the page as a phone sees it. */
const systems: Names = [
  ['iPhone', /\biP(?:hone|od)\b/u],
  ['iPad', /\biPad\b/u],
  ['Android', /\bAndroid\b/u],
  ['Windows', /\bWindows\b/u],
  ['Chromebook', /\bCrOS\b/u],
  ['Mac', /\bMacintosh\b/u],
  ['Linux', /\bLinux\b/u],
]

const nameIn = (names: Names, text: string) => names.find(([, mark]) => mark.test(text))?.[0] ?? ''

/** From the user agent. Only known names are returned, because its sender can write anything into it. */
export function describeDevice(userAgent: string): Device {
  const app = embeddedIn(userAgent)
  return {
    browser: app && app !== 'other' ? apps[app] : nameIn(browsers, userAgent),
    system: nameIn(systems, userAgent),
  }
}

/**
 * What of a network address may be shown and kept: `49.228.x.x`. Enough for a member to tell home from elsewhere, and all that
 * can be said honestly without a map of addresses. Empty for what is no address.
 */
export function maskAddress(address: string): string {
  const [, four] = /^(\d+\.\d+)\.\d+\.\d+$/u.exec(address) ?? []
  if (four !== undefined) return `${four}.x.x`
  const [, six] = /^([\da-f]+:[\da-f]+):/u.exec(address) ?? []
  return six === undefined ? '' : `${six}:x:x`
}
