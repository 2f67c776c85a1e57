import { createContext, use } from 'react'

interface FieldParts {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
}

export const FieldContext = createContext<FieldParts | null>(null)

/** What a control inside a Field spreads on its input, so that label, hint and error belong to it. */
export function useFieldControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

export function useFieldInvalid(): boolean {
  return use(FieldContext)?.invalid ?? false
}
