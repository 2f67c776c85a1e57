import type { SyntheticEvent } from 'react'

/**
 * Turns the letters a to z of a field into capitals as they are typed; the caret stays where it is. Letters that an input method is
 * still composing are left: the event that ends the composition can be given here too.
 */
export function capitalise({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
  const { value, selectionStart, selectionEnd } = input
  const upper = value.replaceAll(/[a-z]+/gu, (letters) => letters.toUpperCase())
  if (upper === value) return
  input.value = upper
  input.setSelectionRange(selectionStart, selectionEnd)
}
