import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './shell.module.css'
import { usePageShapeOver } from './use-page-shape-over.ts'

interface ShellProps {
  top?: ReactNode
  /** Fixed at the bottom of the window. */
  bottom?: ReactNode
  children: ReactNode
}

/** Top bar, main part, bottom bar. The main part is focusable, for page changes. */
export function Shell({ top, bottom, children }: ShellProps) {
  usePageShapeOver()
  return (
    <div className={styles.shell}>
      {top}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {bottom}
    </div>
  )
}

/**
 * `form` is one narrow column, `wide` the whole page. In a wide window some have two columns: `split` a narrow one at the end, `sidebar`
 * one as wide as a form at the start, `wallet` the wallet's. `arrival` is a header on the brand's surface and a form.
 */
export type PageWidth = 'form' | 'column' | 'wide' | 'split' | 'sidebar' | 'wallet' | 'arrival'

interface PageProps {
  width?: PageWidth
  className?: string
  children: ReactNode
}

export function Page({ width = 'column', className, children }: PageProps) {
  return (
    <div data-page={width} className={className}>
      {children}
    </div>
  )
}

/** One of the two columns of a `split` page. `follows`: it stays in sight beside the longer one. */
export function PageColumn({ follows, children }: { follows?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.part, follows && styles.follows)}>{children}</div>
}

interface PageTitleProps {
  title: ReactNode
  aside?: ReactNode
}

export function PageTitle({ title, aside }: PageTitleProps) {
  return (
    <div className={styles.title}>
      <h1>{title}</h1>
      {aside}
    </div>
  )
}
