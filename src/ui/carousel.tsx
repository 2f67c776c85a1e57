import { useEffect, useRef, useState } from 'react'
import styles from './carousel.module.css'
import type { Slider } from './carousel-slide.ts'
import { Pager } from './pager.tsx'

interface CarouselProps {
  /** Addresses, each once. */
  pictures: readonly string[]
  label: string
  /** What a picture is called, by its place from 1. */
  pictureLabel: (place: number) => string
  previousLabel: string
  nextLabel: string
  /** This one cannot be shown. */
  onBroken: (picture: string) => void
}

/**
 * One picture at a time, whole. Slides under the finger and the mouse; until the slider has loaded, and where less motion is
 * wanted, the browser's own scrolling does the same.
 */
export function Carousel(props: CarouselProps) {
  const { pictures, label, pictureLabel, previousLabel, nextLabel, onBroken } = props
  const list = useRef<HTMLUListElement>(null)
  const slider = useRef<Slider>(undefined)
  const [at, setAt] = useState(0)
  const count = pictures.length
  const current = Math.min(at, count - 1)

  useEffect(() => {
    if (count < 2 || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return
    let wanted = true
    const begin = async () => {
      const { slide } = await import('./carousel-slide.ts')
      if (wanted && list.current) slider.current = slide(list.current, setAt)
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
    if (slider.current) slider.current.moveTo(index)
    else list.current?.scrollTo({ left: index * list.current.clientWidth })
  }
  return (
    <section aria-label={label} className={styles.carousel}>
      <ul ref={list} className={styles.list} onScroll={follow}>
        {pictures.map((picture, index) => (
          <li key={picture}>
            <img
              src={picture}
              alt={pictureLabel(index + 1)}
              decoding="async"
              draggable={false}
              onError={() => onBroken(picture)}
            />
          </li>
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
