import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { toast } from '#ui/toast.ts'
import { useModal } from './-use-modal.ts'

const resetKey = () => 'modal'

/** A modal that cannot be shown closes and says so; the page below it stays. */
export function ModalBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={resetKey} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  )
}

function Failed() {
  const { close } = useModal()
  useEffect(() => {
    toast({
      tone: 'coral',
      title: i18n._(msg`This could not be opened. Please check the connection and try again.`),
      id: 'modal-failed',
    })
    close()
  }, [close])
  return null
}
