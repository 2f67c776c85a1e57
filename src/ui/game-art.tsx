import { useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './game-art.module.css'
import { GeneratedArt } from './generated-art.tsx'

interface GameArtProps {
  src?: string | null
  /** What names the thing for good, such as its code. */
  seed: string
  className?: string
}

/** Fills its box. The name stands beside it, so the picture itself says nothing. */
export function GameArt({ src, seed, className }: GameArtProps) {
  const [broken, setBroken] = useState<string>()
  const names = classNames(styles.art, className)
  if (!src || src === broken) return <GeneratedArt seed={seed} className={names} />
  return (
    <img src={src} alt="" className={names} loading="lazy" decoding="async" onError={() => setBroken(src)} />
  )
}
