import { useState } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { useWide } from '#ui/frame/use-wide.ts'
import { rowKeys } from './statement-rules.ts'

/**
 * The row whose details are shown. In a wide window they stand beside the list, and are the newest row's until one is chosen; on
 * a phone they stand in the row, and a second tap closes them.
 */
export function useChosenRow(rows: readonly Statement[]) {
  const isBeside = useWide()
  const [chosenKey, setChosenKey] = useState<string>()
  const keys = rowKeys(rows)
  const keyedRows = rows.map((row, index) => ({ ...row, key: keys[index] ?? '' }))
  const found = keyedRows.find(({ key }) => key === chosenKey)
  const chosen = found ?? (isBeside ? keyedRows[0] : undefined)
  const toggle = (key: string) => setChosenKey(key === chosenKey && !isBeside ? undefined : key)
  return { keyedRows, chosen, toggle, isBeside }
}
