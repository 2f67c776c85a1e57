const signs =
  /dynamically imported module|importing a module script|importing binding name|provide an export/i

/** Whether a script could not be had, or was of another release than those beside it: not that it ran and failed. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && signs.test(error.message)
}
