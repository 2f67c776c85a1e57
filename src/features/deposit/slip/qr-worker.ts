import find from 'jsqr'

/** Reads beside the page: a grainy photo keeps the search busy for seconds. */
globalThis.addEventListener('message', ({ data: pixels }: MessageEvent<ImageData>) => {
  const code = find(pixels.data, pixels.width, pixels.height, { inversionAttempts: 'dontInvert' })
  globalThis.postMessage(code?.data ?? '')
})
