interface Policy {
  createScriptURL(url: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

let policy: Policy | undefined

/**
 * Marks the address of one of our scripts as trusted, to run as a worker: the content security policy refuses plain strings.
 * This is the app's only Trusted Types policy besides the sanitiser's.
 */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('champa', { createScriptURL: checked })
  // The DOM types expect a string here.
  return (policy?.createScriptURL(address) ?? checked(address)) as string
}

function checked(address: string): string {
  const { origin, pathname } = new URL(address, location.href)
  if (origin !== location.origin || !/^\/(?:sw\.js$|assets\/|src\/)/u.test(pathname))
    throw new TypeError(`Not a script of ours: ${address}`)
  return address
}
