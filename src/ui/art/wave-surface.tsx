import type { HTMLAttributes, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './wave-surface.module.css'

interface WaveSurfaceProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'header'
  /** Ripples and a flower drifting on them. */
  drift?: 'wallet' | 'arrival' | 'pass'
  /** The figures on it are out of date: it turns grey. */
  dimmed?: boolean
  /** Plays one round of ripples each time this grows; none at 0. */
  ripples?: number
  children?: ReactNode
}

/** The brand's surface, dark blue in both themes. One per screen, at most two. */
export function WaveSurface({
  as: Tag = 'section',
  drift,
  dimmed,
  ripples,
  className,
  children,
  ...rest
}: WaveSurfaceProps) {
  return (
    <Tag
      {...rest}
      // Dark in both themes, so its content takes the dark colours for focus, lines and text.
      className={classNames(
        'night-inside',
        styles.surface,
        drift && styles[drift],
        dimmed && styles.dimmed,
        className,
      )}
    >
      {ripples ? <i key={ripples} className={styles.ripples} aria-hidden /> : null}
      {children}
    </Tag>
  )
}
