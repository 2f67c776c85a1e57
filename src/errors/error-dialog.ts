type Listener = () => void

let text: string | undefined
const listeners = new Set<Listener>()

/** Shows a failure that must be read before going on; a second one takes the first one's place. */
export function showErrorDialog(words: string): void {
  text = words
  for (const listener of listeners) listener()
}

export function closeErrorDialog(): void {
  text = undefined
  for (const listener of listeners) listener()
}

export function errorDialogText(): string | undefined {
  return text
}

export function onErrorDialog(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
