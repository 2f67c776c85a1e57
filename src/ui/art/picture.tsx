import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { GeneratedArt } from './generated-art.tsx'
import styles from './picture.module.css'
import { useDataSaverPicture } from './data-saver-picture.ts'

interface PictureProps {
  src: string
  /** Seed of the generated picture shown while this one is left out. */
  seed: string
  alt: string
  className?: string
  lazy?: boolean
  /** Label of the button that shows a picture left out to save data. No button without it, as inside another button. */
  showLabel?: string
  onError: () => void
}

/** A decorative picture. In data saver mode a generated one of the same size is shown until the picture is asked for. */
export function Picture({ src, seed, alt, className, lazy, showLabel, onError }: PictureProps) {
  const { isHidden, show } = useDataSaverPicture(src)
  const [tapped, setTapped] = useState(false)
  if (!isHidden) {
    return (
      <img
        // The button that had the focus is gone.
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
  const showPicture = () => {
    setTapped(true)
    show()
  }
  return (
    <>
      <GeneratedArt seed={seed} className={className} />
      {showLabel && (
        <Button size="compact" icon="image" className={styles.show} onClick={showPicture}>
          {showLabel}
        </Button>
      )}
    </>
  )
}
