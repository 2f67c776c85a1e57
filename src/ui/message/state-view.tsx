import type { ReactNode } from 'react'
import { Card } from '#ui/list/card.tsx'
import { StateArt } from '#ui/art/state-art.tsx'
import styles from './state-view.module.css'

interface StateViewProps {
  art: 'empty' | 'failed' | 'offline'
  title: ReactNode
  text?: ReactNode
  /** One quiet, compact button or link. */
  action?: ReactNode
  card?: boolean
  /** It is the whole page, and its title the page's heading. */
  page?: boolean
}

/** An empty or failed state: what is missing, why, and what to do about it. */
export function StateView({ art, title, text, action, card = true, page = false }: StateViewProps) {
  const Box = card ? Card : 'div'
  const Title = page ? 'h1' : 'b'
  return (
    <Box className={styles.nothing} role={art === 'failed' ? 'alert' : 'status'}>
      <StateArt art={art} />
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </Box>
  )
}
