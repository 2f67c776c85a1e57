import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Slice } from '#api/contract/spinwheel.ts'
import type { Rotation } from './wheel-geometry.ts'
import { type WheelLook, type WheelPainter, wheelPainter } from './wheel-drawing.ts'
import styles from './wheel-canvas.module.css'

interface WheelCanvasProps {
  slices: readonly Slice[]
  size: number
  ratio: number
  /** Where it rests while there is no rotation. */
  angle: number
  rotation: Rotation | null
  winner: number | null
  label: string
  onLanded: (rotation: Rotation) => void
}

const FADE_MS = 300
/** Starts fast and slows down for long. */
const SLOWING = 'cubic-bezier(0.15, 0.7, 0.12, 1)'

/**
 * The wheel is drawn once for its final position, with upright labels, and rotated by the compositor: busy scripts cannot make
 * it stutter, and its position depends only on time. The previous look lies above and fades out.
 */
export function WheelCanvas(props: WheelCanvasProps) {
  const { slices, size, ratio, angle, rotation, winner, label, onLanded } = props
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnWheel>(undefined)
  const before = useRef<HTMLCanvasElement>(null)
  /** The wheel was on screen, so its next look fades in. */
  const isSeen = useRef(false)
  const rest = rotation?.to ?? angle

  useLayoutEffect(() => {
    const wheel = takeWheel(slices)
    wheel.canvas.className = styles.wheel ?? ''
    place.current?.prepend(wheel.canvas)
    drawn.current = wheel
    return () => {
      wheel.canvas.remove()
      drawn.current = undefined
      isSeen.current = false
      kept.set(slices, wheel)
    }
  }, [slices])

  useLayoutEffect(() => {
    const wheel = drawn.current
    if (wheel?.slices !== slices) return
    wheel.canvas.textContent = label
    const look = { size, ratio, angle: rest, winner }
    const isDrawn = JSON.stringify(wheel.look) === JSON.stringify(look)
    if (isSeen.current && !isDrawn && before.current) keepLook(wheel.canvas, before.current)
    if (!isDrawn) wheel.painter(wheel.canvas, look)
    wheel.look = look
    isSeen.current = true
  }, [slices, label, size, ratio, rest, winner])

  const landed = useEffectEvent(onLanded)
  useEffect(() => {
    const [now, old] = [drawn.current?.canvas, before.current]
    if (!rotation || !now || !old) return
    const timing = { duration: rotation.durationMs, easing: SLOWING, fill: 'backwards' } as const
    const turning = now.animate(turnBy(rotation.from - rotation.to, 0), timing)
    const turningBefore = old.animate(turnBy(0, rotation.to - rotation.from), timing)
    // The rotation may already be shown elsewhere, and continues here.
    const began = begunAt.get(rotation) ?? performance.now()
    begunAt.set(rotation, began)
    turning.currentTime = turningBefore.currentTime = performance.now() - began
    turning.addEventListener('finish', () => landed(rotation))
    return () => {
      turning.cancel()
      turningBefore.cancel()
    }
  }, [rotation])

  return (
    <div ref={place} style={{ inlineSize: size, blockSize: size }}>
      <canvas ref={before} className={styles.before} aria-hidden />
    </div>
  )
}

/** When each rotation was first shown: `performance.now()`. */
const begunAt = new WeakMap<Rotation, number>()

interface DrawnWheel {
  slices: readonly Slice[]
  canvas: HTMLCanvasElement
  painter: WheelPainter
  fontFamily: string
  /** What is on the canvas. */
  look?: WheelLook
}

/** Cached by slices and used in one place at a time, so that returning to a wheel does not draw it again. */
const kept = new WeakMap<readonly Slice[], DrawnWheel>()

function takeWheel(slices: readonly Slice[]): DrawnWheel {
  const { fontFamily } = getComputedStyle(document.body)
  const wheel = kept.get(slices)
  kept.delete(slices)
  if (wheel?.fontFamily === fontFamily) return wheel
  const canvas = document.createElement('canvas')
  const drawn: DrawnWheel = { slices, canvas, painter: wheelPainter(slices, fontFamily), fontFamily }
  // A phone short of memory may have discarded the picture.
  canvas.addEventListener('contextrestored', () => drawn.look && drawn.painter(canvas, drawn.look))
  return drawn
}

const turnBy = (from: number, to: number) => [
  { transform: `rotate(${from}rad)` },
  { transform: `rotate(${to}rad)` },
]

/** Copies the current picture and fades it out above the next one. */
function keepLook(now: HTMLCanvasElement, old: HTMLCanvasElement): void {
  old.width = now.width
  old.height = now.height
  old.getContext('2d')?.drawImage(now, 0, 0)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: still ? 0 : FADE_MS })
}
