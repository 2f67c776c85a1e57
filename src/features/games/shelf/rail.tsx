import { startTransition, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { nextPaint } from '#lib/next-paint.ts'
import type { Slider } from '#ui/slider.ts'
import styles from './rail.module.css'

const slides = '(width < 56.25rem) and (prefers-reduced-motion: no-preference)'
/** A phone held upright shows no more of a row at its start. Where the browser scrolls the row, it comes back to any place. */
const upright = '(width < 30rem) and (prefers-reduced-motion: no-preference)'
const atStart = 4

interface RailProps {
  /** The cards' keys. When they change the row begins anew, at its start; the cards themselves stay. */
  order: readonly string[]
  children: ReactElement[]
}

/**
 * Cards in a row that slides under the finger or the mouse. Until the slider has loaded, and where less motion is wanted,
 * the browser's own scrolling does the same with the same look. A wide page has columns instead.
 */
export function Rail({ order, children }: RailProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const slider = useRef<Slider>(undefined)
  const cards = order.join(' ')
  const shown = useShown(children.length)

  useEffect(() => {
    const media = matchMedia(slides)
    let wanted = 0
    const begin = async () => {
      const turn = (wanted += 1)
      const several = cards.includes(' ') && shown > 1
      if (!several || !media.matches) return
      const { createSlider } = await import('#ui/slider.ts')
      if (turn !== wanted || !frame.current || !list.current) return
      // The cards carry their gap themselves, so that they lie where they lay before.
      const options = { slides: { perView: 'auto' }, mode: 'free-snap' } as const
      slider.current = createSlider(list.current, { frame: frame.current, ...options })
    }
    const end = () => {
      wanted += 1
      slider.current?.destroy()
      slider.current = undefined
    }
    const follow = () => (media.matches ? void begin() : end())
    const idle = setTimeout(() => void begin(), 300)
    media.addEventListener('change', follow)
    return () => {
      clearTimeout(idle)
      media.removeEventListener('change', follow)
      end()
    }
  }, [cards, shown])

  return (
    <div ref={frame} className={styles.frame}>
      <ul ref={list} className={styles.list}>
        {children.slice(0, shown)}
      </ul>
    </div>
  )
}

/** How many of the cards are there: those beyond the edge of the window come once the others are seen. */
function useShown(count: number): number {
  const [first] = useState(() => (matchMedia(upright).matches ? atStart : count))
  const [whole, setWhole] = useState(first >= count)
  useEffect(() => {
    let isHere = true
    void nextPaint().then(() => isHere && startTransition(() => setWhole(true)))
    return () => {
      isHere = false
    }
  }, [])
  return whole ? count : first
}

export function RailCard({ children }: { children: ReactNode }) {
  return <li className={styles.card}>{children}</li>
}
