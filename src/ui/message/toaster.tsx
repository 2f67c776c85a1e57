import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Disc } from '#ui/art/disc.tsx'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { dismissToast, type ShownToast, toastPlaceAtom, toastsAtom } from './toast.ts'
import styles from './toaster.module.css'

/** How long a toast stays, in ms, counted only while it is neither hovered nor focused. */
const stay = 4000

const icons = { jade: 'check', coral: 'alert', sky: 'info', gold: 'gift' } as const

interface ToasterProps {
  label: string
  closeLabel: string
}

/** Shows the toasts over the page, or in the sheet that lies over it. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const place = useAtomValue(toastPlaceAtom)
  const messages = <Messages closeLabel={closeLabel} inSheet={place !== null} />
  // Each live region exists before its messages: screen readers would not announce one that appears with its text.
  return (
    <>
      <section
        className={styles.region}
        aria-label={place ? undefined : label}
        aria-live="polite"
        data-toaster
      >
        {!place && messages}
      </section>
      {place &&
        createPortal(
          <section aria-label={label} aria-live="polite">
            {messages}
          </section>,
          place,
        )}
    </>
  )
}

interface MessagesProps {
  closeLabel: string
  inSheet: boolean
}

function Messages({ closeLabel, inSheet }: MessagesProps) {
  const toasts = useAtomValue(toastsAtom)
  const [held, setHeld] = useState(false)
  return (
    <div
      className={styles.list}
      // Not pointerenter: that also fires when a toast appears under a mouse that rests.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((message) => (
        <Message
          key={`${message.id} ${message.turn}`}
          message={message}
          closeLabel={closeLabel}
          inSheet={inSheet}
          held={held}
          onClose={() => {
            // A toast that is removed under the pointer fires no pointerleave.
            setHeld(false)
            dismissToast(message.id)
          }}
        />
      ))}
    </div>
  )
}

interface MessageProps extends MessagesProps {
  message: ShownToast
  held: boolean
  onClose: () => void
}

/** When each toast leaves that was shown, in ms since 1970, or 0: one that moves between page and sheet takes its time along. */
const leaves = new WeakMap<ShownToast, number>()

function Message({ message, closeLabel, inSheet, held, onClose }: MessageProps) {
  const { tone = 'sky', icon = icons[tone], title, text, action } = message
  const [wasTold] = useState(() => leaves.has(message))
  useEffect(() => {
    const at = held || message.lasting ? 0 : leaves.get(message) || Date.now() + stay
    leaves.set(message, at)
    if (!at) return
    const timer = setTimeout(() => dismissToast(message.id), at - Date.now())
    return () => clearTimeout(timer)
  }, [held, message])
  return (
    <div
      className={styles.toast}
      role={tone === 'coral' ? 'alert' : undefined}
      // After a move it would be told once more.
      aria-live={wasTold ? 'off' : undefined}
    >
      <Disc icon={icon} tone={tone} size={inSheet ? 'small' : 'regular'} />
      <div className={styles.words}>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <Button
            size="compact"
            onClick={() => {
              onClose()
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon="x" label={closeLabel} onClick={onClose} />
    </div>
  )
}
