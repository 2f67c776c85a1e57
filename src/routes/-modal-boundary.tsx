import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { currentConnection } from '#pwa/use-connection.ts'
import { toast } from '#ui/toast.ts'
import { askAgain } from './-lazy-sheet.tsx'
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
      title: i18n._(
        currentConnection() === 'offline'
          ? msg`This could not be opened. Please check the connection and try again.`
          : msg`This could not be opened. Please try again in a moment.`,
      ),
      id: 'modal-failed',
    })
    askAgain()
    close()
  }, [close])
  return null
}
