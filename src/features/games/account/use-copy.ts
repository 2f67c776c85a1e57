import { useLingui } from '@lingui/react/macro'
import { toast } from '#ui/toast.ts'

/** Copies, and says what: `shown` stands for a text that is not to be seen. */
export function useCopy() {
  const { t } = useLingui()
  return async (text: string, shown = text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ tone: 'jade', title: t`Copied: ${shown}`, id: 'copy' })
    } catch {
      toast({ tone: 'coral', title: t`Failed to copy`, id: 'copy' })
    }
  }
}
