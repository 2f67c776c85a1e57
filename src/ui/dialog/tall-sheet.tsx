import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { iconButtonClass } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLayerRef } from './modal-change.ts'
import { ModalFrame } from './modal-frame.tsx'
import modal from './modal.module.css'
import { holdToasts } from '#ui/message/toast.ts'
import styles from './tall-sheet.module.css'

interface TallSheetProps {
  onClose: () => void
  title: ReactNode
  /** A short text below the title. */
  subtitle?: ReactNode
  /** A round picture before the title. */
  picture?: ReactNode
  backLabel: string
  closeLabel: string
  /** The scrolling part, and what stands below it. */
  children: ReactNode
}

/** Full screen on a phone, a side panel in a wide window. */
export function TallSheet({
  onClose,
  title,
  subtitle,
  picture,
  backLabel,
  closeLabel,
  children,
}: TallSheetProps) {
  return (
    <ModalFrame open layer={useLayerRef(onClose)} viewport={styles.viewport} popup={styles.sheet}>
      <header className={styles.head}>
        <Dialog.Close className={iconButtonClass('plain', styles.back)} aria-label={backLabel}>
          <Icon name="back" />
        </Dialog.Close>
        {picture}
        <div className={styles.words}>
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          {subtitle}
        </div>
        <Dialog.Close className={iconButtonClass('plain')} aria-label={closeLabel}>
          <Icon name="x" />
        </Dialog.Close>
      </header>
      {children}
      <div ref={holdToasts} className={classNames(modal.toasts, styles.toasts)} />
    </ModalFrame>
  )
}
