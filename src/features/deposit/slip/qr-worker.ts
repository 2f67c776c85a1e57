import find from 'jsqr'

/** The text of the code; '' if there is none. */
export type QrText = string

/** Runs in a worker, because searching a noisy photo takes seconds. */
globalThis.addEventListener('message', ({ data: pixels }: MessageEvent<ImageData>) => {
  const code = find(pixels.data, pixels.width, pixels.height, { inversionAttempts: 'dontInvert' })
  const text: QrText = code?.data ?? ''
  globalThis.postMessage(text, { transfer: [] })
})
