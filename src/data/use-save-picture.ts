import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '#ui/message/toast.ts'
import { shareOrSave } from './share-file.ts'

interface PictureToasts {
  /** Of both toasts: the newer replaces the other. */
  id: string
  saved: string
  failed: string
}

/** Draws a picture, saves it or hands it to another app, and says how that ended. */
export function useSavePicture({ id, saved, failed }: PictureToasts) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const save = async (draw: () => Promise<Blob>, name: string) => {
    setBusy(true)
    try {
      const outcome = await shareOrSave(await draw(), name)
      if (outcome === 'saved') toast({ tone: 'jade', icon: 'check', title: saved, id })
    } catch {
      toast({ tone: 'coral', icon: 'alert', title: failed, text: t`Please take a screenshot instead.`, id })
    }
    setBusy(false)
  }
  return { busy, save }
}
