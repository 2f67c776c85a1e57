import { CatchBoundary } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toast } from '#ui/toast.ts'

interface ModalBoundaryProps {
  onClose: () => void
  children: ReactNode
}

/** A modal that cannot be shown closes and says so; the page below it stays. */
export function ModalBoundary({ onClose, children }: ModalBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => 'modal'} errorComponent={() => <Failed onClose={onClose} />}>
      {children}
    </CatchBoundary>
  )
}

function Failed({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast({
      tone: 'coral',
      title: i18n._(msg`This could not be opened. Please check the connection and try again.`),
      id: 'modal-failed',
    })
    onClose()
  }, [onClose])
  return null
}
