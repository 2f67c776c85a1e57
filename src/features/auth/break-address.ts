/** What the page of a break is told by a refusal, which the page checks. */
export function breakIn(body: unknown): { kind?: string; until?: string } {
  const { reason, until } = body as { reason?: string; until?: string }
  return { kind: reason, until }
}
