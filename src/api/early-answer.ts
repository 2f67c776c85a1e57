/** What the page asked the backend before the app was there to ask (src/opening/boot.ts). */
export interface EarlyQuestion {
  address: string
  /** The token it was asked with. */
  token: string | undefined
  answer: Promise<Response>
}

declare global {
  var champaEarly: EarlyQuestion | undefined
}

/** The early answer, once, and only when it was asked for just like this. Rejects with the signal's reason when that aborts. */
export function takeEarlyAnswer(
  address: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = globalThis.champaEarly
  if (early?.address !== address || early.token !== token) return undefined
  globalThis.champaEarly = undefined
  return new Promise((resolve, reject) => {
    early.answer.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
