import { commonExtensions, type ExtensionName } from '#lib/network/extension-names.ts'
import type { Call } from './call.ts'

/** Every extension of a backend with these calls. */
export function extensionsOf(calls: readonly Call[]): ExtensionName[] {
  const ofCalls = calls.flatMap(({ extension, extensionFields = {} }): ExtensionName[] => [
    ...(extension ? [extension] : []),
    ...Object.values(extensionFields),
  ])
  return [...new Set([...commonExtensions, ...ofCalls])]
}
