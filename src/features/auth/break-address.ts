/** The break that a refusal names, for the address of the break's page. Nothing of it is checked yet: the page does that. */
export function breakIn(body: unknown): { kind?: string; until?: string } {
  const { reason, until } = body as { reason?: string; until?: string }
  return { kind: reason, until }
}
