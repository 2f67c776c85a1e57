import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Disc } from './disc.tsx'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type ShownToast, toastsAtom } from './toast.ts'
import styles from './toaster.module.css'

/** How long a toast stays, in ms, counted only while it is neither hovered nor focused. */
const stay = 4000

const icons = { jade: 'check', coral: 'alert', sky: 'info', gold: 'gift' } as const

interface ToasterProps {
  label: string
  closeLabel: string
}

export function Toaster({ label, closeLabel }: ToasterProps) {
  const toasts = useAtomValue(toastsAtom)
  const [held, setHeld] = useState(false)
  return (
    // The live region must exist before its messages, or screen readers would not announce the first.
    <section className={styles.region} aria-label={label} aria-live="polite" data-toaster>
      <div
        className={styles.list}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toasts.map((message) => (
          <Message
            key={`${message.id} ${message.turn}`}
            message={message}
            closeLabel={closeLabel}
            held={held}
            onClose={() => {
              // A toast that is removed under the pointer fires no pointerleave.
              setHeld(false)
              dismissToast(message.id)
            }}
          />
        ))}
      </div>
    </section>
  )
}

interface MessageProps {
  message: ShownToast
  closeLabel: string
  held: boolean
  onClose: () => void
}

function Message({ message, closeLabel, held, onClose }: MessageProps) {
  const { id, tone = 'sky', icon = icons[tone], title, text, lasting } = message
  useEffect(() => {
    if (held || lasting) return
    const timer = setTimeout(() => dismissToast(id), stay)
    return () => clearTimeout(timer)
  }, [held, id, lasting])
  return (
    <div className={styles.toast} role={tone === 'coral' ? 'alert' : undefined}>
      <Disc icon={icon} tone={tone} />
      <div className={styles.words}>
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
      <IconButton icon="x" label={closeLabel} onClick={onClose} />
    </div>
  )
}
