import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './segments.module.css'

const tabId = (id: string, value: string) => `${id}-tab-${value}`
const panelId = (id: string, value: string) => `${id}-panel-${value}`

/** The index of the tab that a key moves to, of `count` tabs; −1 for other keys. */
function neighbour(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}

interface SegmentsProps<Value extends string> {
  /** Links each tab to its panel. */
  id: string
  label: string
  options: readonly { value: Value; label: ReactNode; icon?: IconName }[]
  value: Value
  onChange: (value: Value) => void
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { id, label, options, value, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const next =
      options[
        neighbour(
          event.key,
          options.findIndex((each) => each.value === value),
          options.length,
        )
      ]
    if (!next || next.value === value) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(id, next.value))}`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={styles.segments}
      onKeyDown={move}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={tabId(id, option.value)}
          aria-selected={option.value === value}
          aria-controls={option.value === value ? panelId(id, option.value) : undefined}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon name={option.icon} small />}
          {option.label}
        </button>
      ))}
    </div>
  )
}

interface SegmentPanelProps {
  id: string
  value: string
  className?: string
  children: ReactNode
}

export function SegmentPanel({ id, value, className, children }: SegmentPanelProps) {
  return (
    <div role="tabpanel" id={panelId(id, value)} aria-labelledby={tabId(id, value)} className={className}>
      {children}
    </div>
  )
}
