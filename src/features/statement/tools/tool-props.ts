import type { StatementSearch } from '../statement-filter.ts'

export interface ToolsProps {
  search: StatementSearch
  onFilter: (search: StatementSearch) => void
  gameName: (code: string) => string
  offline: boolean
}
