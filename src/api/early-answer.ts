/** The calls that the page made before the app had loaded (src/shell/boot.ts). */
interface EarlyAnswers {
  /** The token that they were sent with. */
  token: string | undefined
  /** By their addresses. */
  answers: Map<string, Promise<Response>>
}

declare global {
  var champaEarly: EarlyAnswers | undefined
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
  const early = globalThis.champaEarly
  const answer = early?.answers.get(address)
  early?.answers.delete(address)
  if (!answer || early?.token !== token || performance.now() > freshMs) return undefined
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Drops the early answers, because an operation is about to make them outdated. */
export function dropEarlyAnswers(): void {
  globalThis.champaEarly = undefined
}
