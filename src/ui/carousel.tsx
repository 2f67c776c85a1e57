import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './carousel.module.css'
import { Pager } from './pager.tsx'
import type { Slider } from './slider.ts'

interface CarouselProps {
  /** A picture, an `img` or `svg`, and what may stand below it. */
  slides: readonly { key: string; content: ReactNode }[]
  label: string
  previousLabel: string
  nextLabel: string
}

/**
 * One picture at a time, whole. Slides under the finger and the mouse; until the slider has loaded, and where less motion is
 * wanted, the browser's own scrolling does the same.
 */
export function Carousel({ slides, label, previousLabel, nextLabel }: CarouselProps) {
  const list = useRef<HTMLUListElement>(null)
  const slider = useRef<Slider>(undefined)
  const [at, setAt] = useState(0)
  const count = slides.length
  const current = Math.min(at, count - 1)

  useEffect(() => {
    // Where it scrolls, the keyboard scrolls it too.
    if (list.current) list.current.tabIndex = count > 1 ? 0 : -1
    if (count < 2 || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    let wanted = true
    const begin = async () => {
      const { createSlider } = await import('./slider.ts')
      if (!wanted || !list.current) return
      slider.current = createSlider(list.current, { slideChanged: ({ track }) => setAt(track.details.rel) })
    }
    // Without it the pictures scroll.
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
