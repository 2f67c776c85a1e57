/** What the page asked the backend before the app was there to ask (src/opening/boot.ts). */
export interface EarlyQuestion {
  address: string
  /** The token it was asked with. */
  token: string | undefined
  answer: Promise<Response>
}

declare global {
  var champaEarly: EarlyQuestion[] | undefined
}

/** An answer is as old as the page, and counts as one of now for so long, in ms. */
const freshMs = 15_000

/**
 * The early answer, once, and only when it was asked for just like this and is still fresh. Rejects with the signal's reason
 * when that aborts.
 */
export function takeEarlyAnswer(
  address: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = globalThis.champaEarly?.find((one) => one.address === address)
  if (!early) return undefined
  globalThis.champaEarly = globalThis.champaEarly?.filter((one) => one !== early)
  if (early.token !== token || performance.now() > freshMs) return undefined
  return new Promise((resolve, reject) => {
    early.answer.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Something is about to change: what was asked before is of no use any more. */
export function dropEarlyAnswers(): void {
  globalThis.champaEarly = undefined
}
