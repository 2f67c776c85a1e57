import type { ReactNode } from 'react'
import bonus from '#ui/art/tile-bonus.svg'
import deposit from '#ui/art/tile-deposit.svg'
import invite from '#ui/art/tile-invite.svg'
import refund from '#ui/art/tile-refund.svg'
import spin from '#ui/art/tile-spin.svg'
import withdraw from '#ui/art/tile-withdraw.svg'
import { classNames } from '#ui/class-names.ts'
import styles from './tile.module.css'

const pictures = { bonus, deposit, invite, refund, spin, withdraw }
/** Those shown once. The browser drops an image that no page shows, and parses an SVG again each time, in the frame of the tap. */
const kept = new Map<string, HTMLImageElement>()

/** Two columns of tiles. */
export const tilesClass = styles.tiles

interface TileLook {
  /** `quiet`: what it leads to needs a connection, and there is none. */
  tone?: 'plain' | 'gold' | 'brand' | 'quiet'
  tall?: boolean
}

/** The class of the link or button that is the tile. Only one tile is gold. */
export function tileClass({ tone = 'plain', tall }: TileLook = {}): string {
  return classNames(styles.tile, styles[tone], tall && styles.tall)
}

interface TileFaceProps {
  art: keyof typeof pictures
  title: ReactNode
  text?: ReactNode
}

export function TileFace({ art, title, text }: TileFaceProps) {
  const src = pictures[art]
  const keep = () => kept.set(src, Object.assign(new Image(), { src }))
  return (
    <>
      <span className={classNames(styles.spot, styles[art])}>
        <img src={src} alt="" onLoad={keep} />
      </span>
      <b>{title}</b>
      {text && <span className={styles.text}>{text}</span>}
    </>
  )
}
