/** How long a site may take to answer, in ms. */
const timeoutMs = 30_000

/**
 * The origin of the site at an address, after its redirects. Throws a `SiteProblem` that says in a sentence why there is nothing to audit.
 */
export async function findSite(address: string): Promise<string> {
  if (!/^https?:\/\//u.test(address) || !URL.canParse(address))
    throw new SiteProblem(`${address} is no address. Give one such as https://example.org, or none.`)
  const { origin } = new URL(address)
  const answer = await fetch(`${origin}/login`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => {
      throw new SiteProblem(`Nothing answers at ${origin}: ${causeOf(error)}.`)
    },
  )
  // A proxy without a server behind it, or a server that goes by another name.
  if (answer.status >= 500 || answer.status === 421)
    throw new SiteProblem(`${origin} answers ${answer.status}: no site is up there.`)
  await answer.body?.cancel()
  return new URL(answer.url).origin
}

export class SiteProblem extends Error {}

/** What the network said: `fetch` itself says no more than that it failed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const { code } = cause as NodeJS.ErrnoException
  return cause.message || code || error.message
}
