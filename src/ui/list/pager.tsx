import { IconButton } from '#ui/button/icon-button.tsx'
import styles from './pager.module.css'

interface PagerProps {
  /** Counted from 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  label: string
  previousLabel: string
  nextLabel: string
}

export function Pager({ page, pages, onPage, label, previousLabel, nextLabel }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <IconButton icon="back" label={previousLabel} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">
        {page} / {pages}
      </span>
      <IconButton icon="next" label={nextLabel} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </nav>
  )
}
