import { PNG } from 'pngjs'

interface PngFacts {
  size: string
  /** No pixel is transparent. */
  opaque: boolean
}

export function readPng(bytes: Uint8Array): PngFacts {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes))
  let opaque = true
  for (let at = 3; at < data.length && opaque; at += 4) opaque = data[at] === 255
  return { size: `${width}x${height}`, opaque }
}
