const signs =
  /dynamically imported module|importing a module script|importing binding name|provide an export|messages file is missing/i

/**
 * Whether the error means that a script or the messages (scripts/vite-catalogues.ts) could not be loaded, or that a script belongs
 * to another release; false if it ran and threw.
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && signs.test(error.message)
}
