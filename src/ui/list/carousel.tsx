import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './carousel.module.css'
import { Pager } from './pager.tsx'
import type { Slider } from './slider.ts'

interface CarouselProps {
  /** An `img` or `svg`, and what may stand below it. */
  slides: readonly { key: string; content: ReactNode }[]
  label: string
  previousLabel: string
  nextLabel: string
}

/**
 * Shows one whole picture at a time. A slider library handles finger and mouse; until it has loaded, and where reduced motion
 * is set, the browser's own scrolling does.
 */
export function Carousel({ slides, label, previousLabel, nextLabel }: CarouselProps) {
  const list = useRef<HTMLUListElement>(null)
  const slider = useRef<Slider>(undefined)
  const [at, setAt] = useState(0)
  const count = slides.length
  const current = Math.min(at, count - 1)

  useEffect(() => {
    // A list that scrolls must be reachable by keyboard.
    if (list.current) list.current.tabIndex = count > 1 ? 0 : -1
    if (count < 2 || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    let wanted = true
    const begin = async () => {
      const { createSlider } = await import('./slider.ts')
      if (!wanted || !list.current) return
      const show = ({ track }: Slider) => setAt(track.details.rel)
      slider.current = createSlider(list.current, { created: show, slideChanged: show })
    }
    // If the slider cannot be loaded, the pictures scroll.
    begin().catch(() => undefined)
    return () => {
      wanted = false
      slider.current?.destroy()
      slider.current = undefined
    }
  }, [count])

  const follow = () => {
    const { scrollLeft, clientWidth } = list.current ?? { scrollLeft: 0, clientWidth: 1 }
    if (!slider.current) setAt(Math.round(scrollLeft / clientWidth))
  }
  const go = (index: number) => {
    if (slider.current) slider.current.moveToIdx(index)
    else list.current?.scrollTo({ left: index * list.current.clientWidth })
  }
  return (
    <section aria-label={label} className={styles.carousel}>
      <ul ref={list} className={styles.list} onScroll={follow}>
        {slides.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {count > 1 && (
        <Pager
          page={current + 1}
          pages={count}
          onPage={(page) => go(page - 1)}
          label={label}
          previousLabel={previousLabel}
          nextLabel={nextLabel}
        />
      )}
    </section>
  )
}
