import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
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

interface PageProps {
  /** `form` is one narrow column, `wide` the whole page. */
  width?: 'form' | 'column' | 'wide'
  className?: string
  children: ReactNode
}

export function Page({ width = 'column', className, children }: PageProps) {
  return <div className={classNames(styles.page, styles[width], className)}>{children}</div>
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
