import { useEffect, useState } from 'react'
import { wheelSize } from './wheel-geometry.ts'

const SETTLED_MS = 500

/** Reading it forces a layout, so it is read once per resize. */
let windowSize: [width: number, height: number] | undefined
addEventListener('resize', () => (windowSize = undefined))

const measured = () => {
  // Not the window's own size, which a phone enlarges to fit what is wider.
  windowSize ??= [document.documentElement.clientWidth, document.documentElement.clientHeight]
  return { size: wheelSize(...windowSize), ratio: devicePixelRatio }
}

/** The wheel's side in CSS pixels, for what stands in its place. */
export const wheelSizeNow = (): number => measured().size

/** The wheel's size and the screen's pixel ratio; after a resize, once the window has stopped changing. */
export function useWheelSize() {
  const [now, setNow] = useState(measured)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setNow(measured()), SETTLED_MS)
    }
    addEventListener('resize', wait)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', wait)
    }
  }, [])
  return now
}
