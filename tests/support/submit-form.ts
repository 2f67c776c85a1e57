import { expect } from './expect.ts'

/**
 * Submits a form of the sandbox's console, and expects the message after it, by its code (server/sandbox/flash-messages.ts).
 * Returns the address that the console leads to.
 */
export async function submitForm(
  origin: string,
  path: string,
  fields: Record<string, string>,
  flash: string,
): Promise<URL> {
  const response = await fetch(`${origin}/sandbox${path}`, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const to = new URL(response.headers.get('location') ?? '', origin)
  expect(to.searchParams.get('flash'), `the message after ${path}`).toBe(flash)
  return to
}

/** Saves fields of a form on the console's page of rules, as it shows them now. */
export async function saveRules(origin: string, path: string, fields: Record<string, string>): Promise<void> {
  const page = await (await fetch(`${origin}/sandbox/rules`)).text()
  const shown = [...page.matchAll(/name="(shown-[^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [
    name,
    value,
  ])
  await submitForm(
    origin,
    path,
    { ...(Object.fromEntries(shown) as Record<string, string>), ...fields },
    'saved',
  )
}
