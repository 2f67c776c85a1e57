import { isGone } from '#lib/network/is-gone.ts'

/** Whether the backend has answered: only it answers in JSON. A captive portal redirects, or shows a page, also with 200. */
export const isApiAnswer = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.startsWith('application/json') ?? false

/** Whether the answer is that the site is closed, which may come with any status. */
export async function saysGone(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const message = (body as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && isGone(message)
}
