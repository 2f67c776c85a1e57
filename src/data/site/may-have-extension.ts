import type { QueryClient } from '@tanstack/react-query'
import { hasExtension } from '#lib/network/api-extensions.ts'
import type { ExtensionName } from '#lib/network/extension-names.ts'
import { askSite } from './site-active.ts'

/**
 * False if the backend has answered and does not announce the extension. Any answer announces what it has; without one, what the
 * member waits for on the page must not be lost.
 */
export async function mayHaveExtension(client: QueryClient, name: ExtensionName): Promise<boolean> {
  if (hasExtension(name)) return true
  const isAnswered = (await askSite(client).early) !== undefined
  return !isAnswered || hasExtension(name)
}
