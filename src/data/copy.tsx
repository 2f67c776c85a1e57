import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast.ts'

type CopyProps = { label: string } & (
  | { text: string; shown?: string }
  /** Of what is not to be seen, the message shows something else. */
  | { text: () => Promise<string>; shown: string }
)

/** Copies, and says what was copied. */
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
