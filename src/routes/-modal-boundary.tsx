import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { use, useEffect, type ReactNode } from 'react'
import { store } from '#lib/store.ts'
import { offlineAtom } from '#pwa/use-connection.ts'
import { SheetStageContext, useIsSeen } from '#ui/sheet-stage.ts'
import { toast } from '#ui/toast.ts'
import { recheck } from './-lazy-sheet.tsx'
import { useModal } from './-use-modal.ts'

/** A modal that cannot be shown closes and says so; the page below it stays. One that could not be made ready is tried again. */
export function ModalBoundary({ children }: { children: ReactNode }) {
  const isSeen = useIsSeen()
  return (
    <CatchBoundary getResetKey={() => String(isSeen)} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  )
}

function Failed() {
  const { close } = useModal()
  const isOpen = use(SheetStageContext) === 'open'
  useEffect(() => {
    recheck()
    // One that is only made ready, or gone already, is no matter of what is open.
    if (!isOpen) return
    toast({
      tone: 'coral',
      title: i18n._(
        store.get(offlineAtom)
          ? msg`This could not be opened. Please check the connection and try again.`
          : msg`This could not be opened. Please try again in a moment.`,
      ),
      id: 'modal-failed',
    })
    close()
  }, [close, isOpen])
  return null
}
