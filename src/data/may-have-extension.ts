import type { QueryClient } from '@tanstack/react-query'
import { hasExtension } from '#lib/api-extensions.ts'
import type { ExtensionName } from '#lib/extension-names.ts'
import { siteActiveQueryOptions } from './site-config-queries.ts'

/** A stalled connection shows the page without an answer after this time. */
const askedForMs = 2500

/**
 * False if the backend has answered and does not announce the extension. Any answer announces what it has; without one, what the
 * member waits for on the page must not be lost.
 */
export async function mayHaveExtension(client: QueryClient, name: ExtensionName): Promise<boolean> {
  if (hasExtension(name)) return true
  const query = { ...siteActiveQueryOptions, retry: false }
  const isAnswered = await Promise.race([
    client.fetchQuery(query).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), askedForMs)),
  ])
  return !isAnswered || hasExtension(name)
}
