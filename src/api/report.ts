/** An error for developers, not shown to members. */
export interface Fault {
  what: string
  where: string
  detail?: string
}

/** Dispatches the error on the window, for a monitoring script or a test that listens there. */
export function report(fault: Fault): void {
  globalThis.dispatchEvent?.(new CustomEvent<Fault>('champa:fault', { detail: fault }))
}
