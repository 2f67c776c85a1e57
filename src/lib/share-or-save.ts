/** Hands the file to the phone's share sheet, or saves it where there is none. */
export async function shareOrSave(file: File): Promise<'shared' | 'saved' | 'dismissed'> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      // Some in-app browsers promise to share and then refuse: saving still helps.
    }
  }
  saveFile(file)
  return 'saved'
}

/** Saves the file where the browser keeps downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
