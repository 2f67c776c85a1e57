import type { ReactNode } from 'react'
import type { Tone } from './disc.tsx'
import type { IconName } from './icon.tsx'

export interface ToastMessage {
  tone?: Exclude<Tone, 'plain'>
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  /** A message with the id of one on show takes its place. */
  id?: string
  /** It stays until it is dismissed. */
  lasting?: boolean
}

export interface ShownToast extends ToastMessage {
  id: string
  /** Grows with every message, so that one that replaces another starts its time anew. */
  turn: number
}

const most = 3
let shown: readonly ShownToast[] = []
let turns = 0
const listeners = new Set<() => void>()

function show(next: readonly ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

export function toast(message: ToastMessage): void {
  turns += 1
  const entry = { ...message, id: message.id ?? `toast-${turns}`, turn: turns }
  show([...shown.filter((each) => each.id !== entry.id), entry].slice(-most))
}

export function dismissToast(id: string): void {
  show(shown.filter((each) => each.id !== id))
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
