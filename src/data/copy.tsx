import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast.ts'

type CopyProps = { label: string } & (
  | { text: string; shown?: string }
  /** For a secret text, the message shows `shown` instead. */
  | { text: () => Promise<string>; shown: string }
)

/** Copies a text, and shows what was copied. */
export function Copy({ label, ...copied }: CopyProps) {
  const { t } = useLingui()
  const { text } = copied
  const shown = copied.shown ?? (typeof text === 'string' ? text : '')
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
