import { useState } from 'react'
import { Button } from './button.tsx'
import { GeneratedArt } from './generated-art.tsx'
import styles from './picture.module.css'
import { useSparedPicture } from './spared-picture.ts'

interface PictureProps {
  src: string
  /** What a drawn picture stands for it by, while this one is left out. */
  seed: string
  alt: string
  className?: string
  lazy?: boolean
  /** On the button that shows a picture left out to save data. Without it, as inside another button, there is none. */
  showLabel?: string
  onError: () => void
}

/** A picture that nobody needs; where data is saved, a drawn one of the same size until it is asked for. */
export function Picture({ src, seed, alt, className, lazy, showLabel, onError }: PictureProps) {
  const { spared, show } = useSparedPicture(src)
  const [tapped, setTapped] = useState(false)
  if (!spared) {
    return (
      <img
        // Whoever asked for it goes on from here.
        ref={tapped ? (picture) => picture?.focus() : undefined}
        tabIndex={tapped ? -1 : undefined}
        src={src}
        alt={alt}
        className={className}
        loading={lazy ? 'lazy' : undefined}
        decoding="async"
        draggable={false}
        onError={onError}
      />
    )
  }
  const ask = () => {
    setTapped(true)
    show()
  }
  return (
    <>
      <GeneratedArt seed={seed} className={className} />
      {showLabel && (
        <Button size="compact" icon="image" className={styles.show} onClick={ask}>
          {showLabel}
        </Button>
      )}
    </>
  )
}
