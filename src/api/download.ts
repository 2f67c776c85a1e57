import type { Input } from './client.ts'
import { request } from './client.ts'
import type { Call } from './contract/call.ts'

/** Reads a text as it was sent: `Response.text` would take away its byte order mark. */
async function asReply(response: Response): Promise<Response> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const { status, headers } = response
  return new Response(JSON.stringify(text), { status, headers })
}

/** Performs a call whose reply is a text of its own media type, and gives it as a file. Throws as `request` does. */
export async function download<C extends Call & { download: string }>(
  call: C,
  input: Input<C> & { signal?: AbortSignal },
): Promise<Blob> {
  const text = await request(call, {
    ...input,
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      const isText = response.ok && response.headers.get('Content-Type')?.startsWith(call.download)
      return isText ? asReply(response) : response
    },
  })
  return new Blob([text as string], { type: `${call.download};charset=utf-8` })
}
