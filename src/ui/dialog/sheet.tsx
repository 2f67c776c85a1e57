import { Dialog } from '@base-ui/react/dialog'
import { Activity, createContext, use, useDeferredValue, useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from '#ui/class-names.ts'
import { iconButtonClass } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLayerRef } from './modal-change.ts'
import { ModalFrame } from './modal-frame.tsx'
import modal from './modal.module.css'
import { PlusAsCross } from '#ui/button/plus-button.tsx'
import styles from './sheet.module.css'
import { holdToasts } from '#ui/message/toast.ts'
import type { Layer } from './use-layer.ts'

interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Text at the far end of the header. */
  aside?: ReactNode
  /** A picture as the header; the title stands on it, after `bannerMark`. */
  banner?: ReactNode
  bannerMark?: ReactNode
  /** A small picture beside the title on the banner. */
  bannerLogo?: ReactNode
  /** `plus` is for the menu that the plus button opens: its close button stands where the plus was. */
  closeWith?: 'cross' | 'plus'
  /** Work is under way: the sheet cannot be closed. */
  locked?: boolean
  children: ReactNode
}

/** The layer that the surrounding frame closes, for a sheet that was prepared in one. */
const PreparedContext = createContext<RefObject<Layer> | undefined>(undefined)
const InsideContext = createContext<SheetProps | undefined>(undefined)
/** The classes of the frame. */
const places = { viewport: styles.viewport, popup: styles.sheet }

/** Rises from the bottom of a phone; stands about the middle of a wide window. */
export function Sheet(props: SheetProps) {
  const { open, onClose, locked } = props
  const prepared = use(PreparedContext)
  const layer = useLayerRef(onClose, locked, prepared)
  return (
    <InsideContext value={props}>
      {/* A sheet opened from this one has a frame of its own. */}
      <PreparedContext value={undefined}>
        {prepared ? (
          inside
        ) : (
          <ModalFrame open={open} layer={layer} {...places}>
            {inside}
          </ModalFrame>
        )}
      </PreparedContext>
    </InsideContext>
  )
}

interface PreparedSheetProps {
  open: boolean
  /** The sheet to prepare. */
  children: ReactNode
}

/**
 * Renders a sheet before it opens, invisible and without its effects, so that opening it takes little work. The frame must be
 * mounted earlier, because Base UI creates its portal in an effect.
 */
export function PreparedSheet({ open, children }: PreparedSheetProps) {
  const layer = useRef<Layer>({ onClose: () => undefined })
  return (
    <ModalFrame open={open} keepMounted layer={layer} {...places}>
      <PreparedContext value={layer}>
        <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
      </PreparedContext>
    </ModalFrame>
  )
}

/**
 * Base UI renders a dialog's content within the commit that opens it, which React cannot interrupt. So the content comes in a
 * render of its own, at once but interruptible.
 */
function Inside() {
  const props = use(InsideContext)
  const isFramed = useDeferredValue(true, false)
  return (
    isFramed &&
    props && (
      <>
        <Head {...props} />
        {props.closeWith !== 'plus' && <Close {...props} />}
        <div className={styles.body}>{props.children}</div>
        {props.open && <ToastPlace {...props} />}
        {props.closeWith === 'plus' && <Close {...props} />}
      </>
    )
  )
}
const inside = <Inside />

function Head({ title, aside, banner, bannerMark, bannerLogo, closeWith }: SheetProps) {
  if (!banner) {
    return (
      <div className={classNames(styles.head, closeWith !== 'plus' && styles.besideClose)}>
        <Dialog.Title className={styles.title}>{title}</Dialog.Title>
        {aside}
      </div>
    )
  }
  return (
    <div className={classNames('night', styles.banner)}>
      {banner}
      <div className={bannerLogo ? styles.besideLogo : undefined}>
        {bannerLogo && <div className={styles.bannerLogo}>{bannerLogo}</div>}
        {bannerMark && <span className={styles.mark}>{bannerMark}</span>}
        <Dialog.Title className={styles.bannerTitle}>{title}</Dialog.Title>
      </div>
    </div>
  )
}

function ToastPlace({ banner, closeWith }: SheetProps) {
  const besideClose = closeWith !== 'plus' && modal.toastsBesideClose
  const overBanner = banner !== undefined && modal.toastsOverBanner
  return <div ref={holdToasts} className={classNames(modal.toasts, besideClose, overBanner)} />
}

function Close({ banner, closeWith, closeLabel, locked }: SheetProps) {
  const place = banner ? classNames('night', styles.closeOverBanner) : styles.close
  const plus = closeWith === 'plus'
  return (
    <Dialog.Close
      className={plus ? styles.closeBelow : iconButtonClass('plain', place)}
      aria-label={closeLabel}
      disabled={locked}
    >
      {plus ? <PlusAsCross /> : <Icon name="x" />}
    </Dialog.Close>
  )
}
