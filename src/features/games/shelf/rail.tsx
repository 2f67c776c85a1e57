import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import type { Slider } from '#ui/list/slider.ts'
import styles from './rail.module.css'

const slides = '(width < 56.25rem) and (prefers-reduced-motion: no-preference)'

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

  useEffect(() => {
    const media = matchMedia(slides)
    let wanted = 0
    const begin = async () => {
      const turn = (wanted += 1)
      if (!cards.includes(' ') || !media.matches) return
      const { createSlider } = await import('#ui/list/slider.ts')
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
    // If the slider cannot be loaded, the cards scroll.
    const start = () => void begin().catch(() => undefined)
    const follow = () => (media.matches ? start() : end())
    const idle = setTimeout(start, 300)
    media.addEventListener('change', follow)
    return () => {
      clearTimeout(idle)
      media.removeEventListener('change', follow)
      end()
    }
  }, [cards])

  return (
    <div ref={frame} className={styles.frame}>
      <ul ref={list} className={styles.list}>
        {children}
      </ul>
    </div>
  )
}

export function RailCard({ children }: { children: ReactNode }) {
  return <li className={styles.card}>{children}</li>
}
