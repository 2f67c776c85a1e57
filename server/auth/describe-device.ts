import { embeddedIn } from '#lib/device/embedded-browser.ts'

/** The browser and system of a device, with names that are the same in every language; empty if unknown. */
interface Device {
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

/** The first match counts, because nearly all user agents also contain Chrome and Safari. */
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

/** An iPad identifies itself as a Mac, unless it requests mobile pages. */
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

/** Browser and system in one text; empty if neither is known. */
export function deviceNameOf(userAgent: string, between: string): string {
  const { browser, system } = describeDevice(userAgent)
  return [browser, system].filter(Boolean).join(between)
}

/**
 * The part of a network address that is shown and stored: `49.228.x.x`. It lets a member distinguish home from elsewhere.
 * Empty if it is not an address.
 */
export function maskAddress(address: string): string {
  const [, four] = /^(\d+\.\d+)\.\d+\.\d+$/u.exec(address) ?? []
  if (four !== undefined) return `${four}.x.x`
  const [, six] = /^([\da-f]+:[\da-f]+):/u.exec(address) ?? []
  return six === undefined ? '' : `${six}:x:x`
}
