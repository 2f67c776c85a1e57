interface Policy {
  createScriptURL(url: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

let policy: Policy | undefined

/**
 * The address of a script of ours that is to run as a worker. The content security policy takes no plain text for one, and
 * nothing but the sanitiser makes markup of text: this is the only policy of the app's own.
 */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('champa', { createScriptURL: checked })
  // The types of the page's interfaces know only text here.
  return (policy?.createScriptURL(address) ?? checked(address)) as string
}

function checked(address: string): string {
  const { origin, pathname } = new URL(address, location.href)
  if (origin !== location.origin || !/^\/(?:sw\.js$|assets\/|src\/)/u.test(pathname))
    throw new TypeError(`Not a script of ours: ${address}`)
  return address
}
