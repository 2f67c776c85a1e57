import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './connection-line.module.css'
import { Icon } from '#ui/icon.tsx'

interface ConnectionLineProps {
  state: 'offline' | 'down' | 'slow' | 'back'
  children: ReactNode
}

const icons = { offline: 'offline', down: 'alert', slow: 'clock', back: 'online' } as const

export function ConnectionLine({ state, children }: ConnectionLineProps) {
  return (
    <output className={classNames(styles.line, styles[state])}>
      <Icon name={icons[state]} small />
      <span>{children}</span>
    </output>
  )
}
