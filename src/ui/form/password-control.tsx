import { useState } from 'react'
import styles from './control.module.css'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TextControl, type TextControlProps } from './text-control.tsx'

interface PasswordControlProps extends Omit<TextControlProps, 'type' | 'trailing'> {
  showLabel: string
  hideLabel: string
}

export function PasswordControl({ showLabel, hideLabel, icon = 'lock', ...input }: PasswordControlProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextControl
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...input}
      icon={icon}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          className={styles.end}
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
