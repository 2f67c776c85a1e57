import { startTransition, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { nextPaint } from '#lib/next-paint.ts'
import type { Slider } from '#ui/slider.ts'
import styles from './rail.module.css'

const slides = '(width < 56.25rem) and (prefers-reduced-motion: no-preference)'
/**
 * A phone in portrait shows only the first cards of a row, so the others can be rendered later. With native scrolling all are
 * rendered, because the browser restores the scroll position.
 */
const upright = '(width < 30rem) and (prefers-reduced-motion: no-preference)'
const atStart = 4

interface RailProps {
  /** The cards' keys. When they change, the row starts at its beginning again; the cards are kept. */
  order: readonly string[]
  children: ReactElement[]
}

/**
 * A row of cards that slides by finger or mouse. Until the slider has loaded, and with reduced motion, the browser's own
 * scrolling looks the same. A wide page shows columns instead.
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
      // The cards carry their gap as a margin, so that they do not move when the slider takes over.
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

/** How many cards are rendered: those past the edge of the window follow after the first paint. */
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
