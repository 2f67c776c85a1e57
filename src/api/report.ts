/** A fault that a developer should see and a member should not. */
export interface Fault {
  what: string
  where: string
  detail?: string
}

/** Hands the fault to whoever listens on the window (a monitoring script, a test); nobody has to. */
export function report(fault: Fault): void {
  globalThis.dispatchEvent?.(new CustomEvent<Fault>('champa:fault', { detail: fault }))
}
