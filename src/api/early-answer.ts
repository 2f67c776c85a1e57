/** The calls that the page made before the app had loaded (src/shell/boot.ts). */
interface EarlyQuestion {
  address: string
  /** The token that it was sent with. */
  token: string | undefined
  answer: Promise<Response>
}

declare global {
  var champaEarly: EarlyQuestion[] | undefined
}

/** How long after the page was opened an early answer counts as fresh, in ms. */
const freshMs = 15_000

/**
 * The early answer to this call, handed out once, if it was asked with the same token and is still fresh. Rejects with the
 * signal's reason when that aborts.
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
    // With its body: the page's call has no time limit of its own.
    early.answer.then(async (answer) => new Response(await answer.blob(), answer)).then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Drops the early answers, because an operation is about to make them outdated. */
export function dropEarlyAnswers(): void {
  globalThis.champaEarly = undefined
}
