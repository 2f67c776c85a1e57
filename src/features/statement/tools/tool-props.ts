import type { Narrowing } from '../statement-filter.ts'

export interface ToolsProps {
  narrowing: Narrowing
  onNarrow: (narrowing: Narrowing) => void
  gameName: (code: string) => string
  offline: boolean
}
