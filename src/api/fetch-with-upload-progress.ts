import { addDataUsed } from '#lib/network/data-used.ts'

/** The part of `fetch` that a call needs. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/**
 * A `fetch` that reports upload progress (0 to 1), which the browser's own does not. Rejects with the signal's reason when that
 * aborts, and with a TypeError when the network fails.
 */
export function fetchWithUploadProgress(onProgress: (progress: number) => void): Fetch {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      let sent = 0
      signal?.addEventListener('abort', abort)
      request.addEventListener('loadend', () => {
        signal?.removeEventListener('abort', abort)
        // The browser's own account (pwa/count-data.ts) names only what was received.
        if (sent > 0) addDataUsed({ bytes: sent })
      })
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The network failed')))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        sent = loaded
        if (total > 0) onProgress(loaded / total)
      })
      request.open(method, address)
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().matchAll(/^(.+?): (.*)$/gm)
  const headers = Array.from(lines, ([, name = '', value = '']): [string, string] => [name, value])
  return new Response(request.responseText || null, { status: request.status, headers })
}
