import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import {
  createContext,
  memo,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from './class-names.ts'
import { iconButtonClass } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { closeBy } from './modal-change.ts'
import modal from './modal.module.css'
import { PlusAsCross } from './plus-button.tsx'
import { SheetStageContext } from './sheet-stage.ts'
import styles from './sheet.module.css'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Words at the far end of the head. */
  aside?: ReactNode
  /** A picture for a head; the title stands on it, after `bannerMark`. */
  banner?: ReactNode
  bannerMark?: ReactNode
  /** `plus` is for the drawer that the plus opens: it closes where it was opened. */
  closeWith?: 'cross' | 'plus'
  /** Work is under way: it stays until that has ended. */
  locked?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

/** Rises from the bottom of a phone; stands in the middle of a wide window. */
export function Sheet(props: SheetProps) {
  const { open, onClose, locked, initialFocus } = props
  const change = useRef(closeBy(onClose, locked))
  useLayoutEffect(() => {
    change.current = closeBy(onClose, locked)
  }, [onClose, locked])
  const onOpenChange = useCallback<typeof change.current>((...wish) => change.current(...wish), [])
  return (
    <InsideContext value={props}>
      <Frame open={open} onOpenChange={onOpenChange} initialFocus={initialFocus} />
    </InsideContext>
  )
}

interface FrameProps extends Pick<SheetProps, 'open' | 'initialFocus'> {
  onOpenChange: ReturnType<typeof closeBy>
}

/** Dear to a slow phone: drawn as it comes and goes, and not with what happens in it. */
const Frame = memo(function Frame({ open, onOpenChange, initialFocus }: FrameProps) {
  const popup = useRef<HTMLDivElement>(null)
  const stage = use(SheetStageContext)
  // Made ahead, it stays what it is when it opens.
  const [isMadeAhead] = useState(stage === 'ready')
  const gone = stage === 'gone' && styles.gone
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open && stage !== 'ready'} onOpenChange={onOpenChange}>
        <Dialog.Portal keepMounted={isMadeAhead}>
          <Dialog.Backdrop className={classNames(modal.scrim, gone)} />
          <Dialog.Viewport className={classNames(styles.viewport, gone)}>
            <Dialog.Popup
              ref={popup}
              className={classNames(modal.popup, styles.sheet)}
              initialFocus={initialFocus ?? popup}
            >
              <Inside />
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
})

const InsideContext = createContext<SheetProps | undefined>(undefined)

function Inside() {
  const props = use(InsideContext)
  return (
    props && (
      <>
        <Head {...props} />
        {props.closeWith !== 'plus' && <Close {...props} />}
        <div className={classNames(styles.body, props.className)}>{props.children}</div>
        {props.closeWith === 'plus' && <Close {...props} />}
      </>
    )
  )
}

function Head({ title, aside, banner, bannerMark, closeWith }: SheetProps) {
  if (!banner) {
    return (
      <div className={classNames(styles.head, closeWith !== 'plus' && styles.besideClose)}>
        <Dialog.Title className={styles.title}>{title}</Dialog.Title>
        {aside}
      </div>
    )
  }
  return (
    <div className={styles.banner}>
      {banner}
      <div>
        {bannerMark && <span className={styles.mark}>{bannerMark}</span>}
        <Dialog.Title className={styles.bannerTitle}>{title}</Dialog.Title>
      </div>
    </div>
  )
}

function Close({ banner, closeWith, closeLabel, locked }: SheetProps) {
  const place = banner ? styles.closeOverBanner : styles.close
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
