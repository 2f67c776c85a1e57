import { TextControl, type TextControlProps } from '#ui/form/text-control.tsx'

interface HolderNameControlProps extends TextControlProps {
  /** The bank knows the holder in English letters. */
  latin?: boolean
}

/** The account holder's name, or a part of it. */
export function HolderNameControl({ latin, ...input }: HolderNameControlProps) {
  return (
    <TextControl
      icon="user"
      autoComplete="off"
      autoCapitalize={latin ? 'characters' : 'words'}
      spellCheck={false}
      translate="no"
      {...input}
    />
  )
}
