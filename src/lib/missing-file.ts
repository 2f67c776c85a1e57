const signs =
  /dynamically imported module|importing a module script|importing binding name|provide an export/i

/** Whether the error means that a script could not be loaded or belongs to another release; false if it ran and threw. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && signs.test(error.message)
}
