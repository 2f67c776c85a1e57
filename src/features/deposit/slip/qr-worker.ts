import find from 'jsqr'

/** What was read; '' where there is no code. */
export type QrText = string

/** Reads beside the page: a grainy photo keeps the search busy for seconds. */
globalThis.addEventListener('message', ({ data: pixels }: MessageEvent<ImageData>) => {
  const code = find(pixels.data, pixels.width, pixels.height, { inversionAttempts: 'dontInvert' })
  const text: QrText = code?.data ?? ''
  globalThis.postMessage(text, { transfer: [] })
})
