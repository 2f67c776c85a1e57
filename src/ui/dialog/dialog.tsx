import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentType, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './dialog.module.css'
import { Disc, type Tone } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'
import { KeepFocus, useLayerRef, useModalChangeOf } from './modal-change.ts'
import modal from './modal.module.css'
import { passToasts } from '#ui/message/toast.ts'

interface RootProps {
  open: boolean
  onOpenChange: ReturnType<typeof useModalChangeOf>
  children: ReactNode
}

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  text?: ReactNode
  icon?: IconName
  /** A large picture in place of the icon, for a title that is the news itself. */
  art?: ReactNode
  tone?: Tone
  locked?: boolean
  /** One or two buttons, the cancelling one first. */
  actions: ReactNode
  /** The button that has the focus at first; by default the dialog itself. */
  focused?: RefObject<HTMLButtonElement | null>
  /** The kind of dialog. */
  Root?: ComponentType<RootProps>
  children?: ReactNode
}

/** A message in the middle of the window that the member has to answer. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, text, icon, art, tone, locked, actions, focused, children } = props
  const { Root = Base.Root } = props
  const popup = useRef<HTMLDivElement>(null)
  const change = useModalChangeOf(open, useLayerRef(onClose, locked))
  return (
    <CSPProvider disableStyleElements>
      <Root open={open} onOpenChange={change}>
        <Base.Portal>
          <Base.Backdrop forceRender className={classNames(modal.scrim, styles.scrim)} />
          <Base.Viewport className={styles.viewport}>
            <Base.Popup
              ref={popup}
              className={classNames(modal.popup, styles.dialog)}
              initialFocus={focused ?? popup}
            >
              <KeepFocus />
              {art ?? (icon && <Disc icon={icon} tone={tone} size="large" />)}
              <Base.Title className={classNames(styles.title, art !== undefined && styles.large)}>
                {title}
              </Base.Title>
              {text && <Base.Description className={styles.text}>{text}</Base.Description>}
              {children}
              <div ref={passToasts} className={styles.actions}>
                {actions}
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Root>
    </CSPProvider>
  )
}
