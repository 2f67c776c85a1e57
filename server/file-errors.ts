const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Whether a call failed because there is no such file or folder. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Whether a call failed because there is such a file already. */
export const isTaken = (error: unknown): boolean => hasCode(error, 'EEXIST')
