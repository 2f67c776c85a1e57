/** Hands a file to the phone's share sheet, or saves it where there is none. */
export async function shareOrSave(content: Blob, name: string): Promise<'shared' | 'saved' | 'dismissed'> {
  const file = new File([content], name, { type: content.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      // Some in-app browsers promise to share and then refuse: saving still helps.
    }
  }
  saveFile(content, name)
  return 'saved'
}

/** Saves a file on the phone. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
