import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast.ts'

interface CopyProps {
  text: string
  label: string
  /** What the message shows in place of a text that is not to be seen. */
  shown?: string
}

/** Copies, and says what was copied. */
export function Copy({ text, label, shown = text }: CopyProps) {
  const { t } = useLingui()
  return (
    <CopyButton
      text={text}
      label={label}
      copiedLabel={t`Copied`}
      onCopied={() => toast({ tone: 'jade', title: t`Copied: ${shown}`, id: 'copy' })}
      onFailed={() => toast({ tone: 'coral', title: t`Failed to copy`, id: 'copy' })}
    />
  )
}
