import type { ComponentProps, ReactNode } from 'react'
import { Control } from './control.tsx'
import { useFieldControl } from './field-context.ts'
import type { IconName } from '#ui/icon.tsx'

export interface TextControlProps extends ComponentProps<'input'> {
  icon?: IconName
  trailing?: ReactNode
}

export function TextControl({ icon, trailing, className, ...input }: TextControlProps) {
  const field = useFieldControl()
  return (
    <Control icon={icon} trailing={trailing} className={className}>
      <input type="text" {...field} {...input} />
    </Control>
  )
}
