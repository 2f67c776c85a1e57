const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Whether an operation on a file failed because the file or its folder does not exist (ENOENT). */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Whether an operation on a file failed because the file exists already (EEXIST). */
export const isTaken = (error: unknown): boolean => hasCode(error, 'EEXIST')
