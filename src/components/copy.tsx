import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { toast } from '#ui/message/toast.ts'

type CopyProps = {
  /** The button's name. */
  label: string
  /** What is copied, in the message about it. */
  what: string
  wide?: boolean
} & (
  | { text: string; shown?: string }
  /** For a secret text, the message shows `shown` instead. */
  | { text: () => Promise<string>; shown: string }
)

/** Says that a text was copied, or that it could not be. */
export function useCopyToasts(shown: string, what: string) {
  const { t } = useLingui()
  return {
    onCopied: () => toast({ tone: 'jade', title: t`Copied: ${shown}`, text: what, id: 'copy' }),
    onFailed: () => toast({ tone: 'coral', title: t`Failed to copy`, id: 'copy' }),
  }
}

/** Copies a text, and says what was copied. */
export function Copy({ label, what, wide, ...copied }: CopyProps) {
  const { t } = useLingui()
  const { text } = copied
  const say = (shown: string) => t`Copied: ${shown}`
  const shown = copied.shown ?? (typeof text === 'string' ? text : '')
  return (
    <CopyButton
      text={text}
      label={label}
      wide={wide}
      copiedLabel={say(what)}
      {...useCopyToasts(shown, what)}
    />
  )
}
