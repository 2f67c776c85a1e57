import { useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './game-art.module.css'
import { GeneratedArt } from './generated-art.tsx'
import { Picture } from './picture.tsx'

interface GameArtProps {
  src?: string | null
  /** A permanent id of the thing, such as its code. */
  seed: string
  className?: string
  /** Label of the button that shows a picture left out to save data. */
  showLabel?: string
}

/** Fills its box. The name stands beside it, so the picture has no alt text. */
export function GameArt({ src, seed, className, showLabel }: GameArtProps) {
  const [broken, setBroken] = useState<string>()
  const names = classNames(styles.art, className)
  if (!src || src === broken) return <GeneratedArt seed={seed} className={names} />
  const leave = () => setBroken(src)
  return <Picture src={src} seed={seed} alt="" className={names} lazy showLabel={showLabel} onError={leave} />
}
