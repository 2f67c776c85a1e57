/**
 * Whether this page can make and use passkeys: the browser knows them, the site has a name (an address of numbers is no relying
 * party), and no other site frames it, which browsers do not allow by default.
 */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  /[a-z]/iu.test(location.hostname.split('.').at(-1) ?? '') &&
  globalThis.top === globalThis.self
