import type { ApiError } from '#api/api-error.ts'
import { errorPlacement } from './catalogue.ts'
import { showErrorDialog } from './error-dialog.ts'

/** Says in a dialog, in these words, an error that its caller shows; not one that leads to another page by itself. */
export function sayInDialog({ code }: ApiError, words: string): void {
  const placement = errorPlacement(code)
  if (placement !== 'terminal' && placement !== 'sign-in') showErrorDialog(words)
}
