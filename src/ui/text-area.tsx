import type { ComponentProps } from 'react'
import { Control } from './control.tsx'
import { useFieldControl } from './field-context.ts'

export function TextArea({ className, ...area }: ComponentProps<'textarea'>) {
  const field = useFieldControl()
  return (
    <Control className={className}>
      <textarea rows={3} {...field} {...area} />
    </Control>
  )
}
