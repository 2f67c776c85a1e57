import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { Slice } from '#api/contract/spinwheel.ts'
import type { Ride } from './wheel-geometry.ts'
import { type WheelPainter, wheelPainter } from './wheel-drawing.ts'
import styles from './wheel-canvas.module.css'

interface WheelCanvasProps {
  slices: readonly Slice[]
  size: number
  ratio: number
  /** Where it rests while there is no ride. */
  angle: number
  ride: Ride | null
  winner: number | null
  label: string
  onLanded: () => void
}

const FADE_MS = 300
/** Off at once, long in coming to rest. */
const SLOWING = 'cubic-bezier(0.15, 0.7, 0.12, 1)'

/**
 * The wheel is drawn once for where it will rest, its labels upright there, and turned by the compositor: the page's own
 * work cannot make it stumble, and time alone says where it is. The look before lies above and fades.
 */
export function WheelCanvas(props: WheelCanvasProps) {
  const { slices, size, ratio, angle, ride, winner, label, onLanded } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const before = useRef<HTMLCanvasElement>(null)
  const painter = usePainter(slices)
  const rest = ride?.to ?? angle

  useLayoutEffect(() => {
    const [now, old] = [canvas.current, before.current]
    if (!now || !old) return
    if (now.dataset['drawn'] === 'true') keepLook(now, old)
    painter(now, { size, ratio, angle: rest, winner })
    now.dataset['drawn'] = 'true'
  }, [painter, size, ratio, rest, winner])

  const landed = useEffectEvent(onLanded)
  useEffect(() => {
    const [now, old] = [canvas.current, before.current]
    if (!ride || !now || !old) return
    const timing = { duration: ride.durationMs, easing: SLOWING, fill: 'backwards' } as const
    const turning = now.animate(turnBy(ride.from - ride.to, 0), timing)
    const turningBefore = old.animate(turnBy(0, ride.to - ride.from), timing)
    turning.addEventListener('finish', () => landed())
    return () => {
      turning.cancel()
      turningBefore.cancel()
    }
  }, [ride])

  const side = { inlineSize: size, blockSize: size }
  return (
    <>
      <canvas ref={canvas} className={styles.wheel} style={side}>
        {label}
      </canvas>
      <canvas ref={before} className={styles.before} style={side} aria-hidden />
    </>
  )
}

/** Kept with the slices: who comes back to a wheel need not wait for it to be measured again. */
const painters = new WeakMap<readonly Slice[], { fontFamily: string; painter: WheelPainter }>()

function usePainter(slices: readonly Slice[]): WheelPainter {
  return useMemo(() => {
    const { fontFamily } = getComputedStyle(document.body)
    const kept = painters.get(slices)
    if (kept?.fontFamily === fontFamily) return kept.painter
    const painter = wheelPainter(slices, fontFamily)
    painters.set(slices, { fontFamily, painter })
    return painter
  }, [slices])
}

const turnBy = (from: number, to: number) => [
  { transform: `rotate(${from}rad)` },
  { transform: `rotate(${to}rad)` },
]

/** Copies what is to be seen, and lets it fade above what comes. */
function keepLook(now: HTMLCanvasElement, old: HTMLCanvasElement): void {
  old.width = now.width
  old.height = now.height
  old.getContext('2d')?.drawImage(now, 0, 0)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: still ? 0 : FADE_MS })
}
