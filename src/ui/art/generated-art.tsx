import { paletteOf } from './art-palette.ts'

interface GeneratedArtProps {
  seed: string
  className?: string
}

/** A picture for things that have none: flat shapes, two hues and one warm accent, always the same for a seed. */
export function GeneratedArt({ seed, className }: GeneratedArtProps) {
  const { ground, deep, light, accent, sun, shore, turn } = paletteOf(seed)
  return (
    <svg className={className} viewBox="0 0 150 100" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path fill={ground} d="M0 0h150v100H0z" />
      <g transform={`rotate(${turn} 75 50)`}>
        <circle cx={sun} cy="34" r="56" fill={deep} />
        <circle cx={sun} cy="34" r="34" fill={light} fillOpacity=".55" />
      </g>
      <circle cx={sun} cy="34" r="15" fill={accent} />
      <path fill={deep} d={`M-5 ${shore}Q35 ${shore - 26} 78 ${shore}T160 ${shore - 6}V110H-5z`} />
      <path fill={light} d={`M-5 ${shore + 12}Q45 ${shore - 6} 92 ${shore + 14}T160 ${shore + 8}V110H-5z`} />
    </svg>
  )
}
