import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import type { IconName } from '#ui/icon.tsx'
import { FilePanel } from './file-panel.tsx'
import { MonthsPanel } from './months-panel.tsx'
import { ActiveFilter } from './active-filter.tsx'
import { SearchPanel } from './search-panel.tsx'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

export { ReceiptButton } from './receipt-button.tsx'

type Tool = 'search' | 'months' | 'file'
const icons: Record<Tool, IconName> = { search: 'search', months: 'clock', file: 'receipt' }

/** What can be done with the whole statement; one at a time is open. */
export function StatementTools(props: ToolsProps) {
  const { t } = useLingui()
  const extensions = useAtomValue(extensionsAtom)
  const [shown, setShown] = useState<Tool>()
  const id = useId()
  const names: Record<Tool, string> = { search: t`Search`, months: t`By month`, file: t`Save or print` }
  const tools = (Object.keys(icons) as Tool[]).filter(
    (tool) => tool !== 'search' || extensions.has('statement-search'),
  )
  return (
    <div className={styles.tools}>
      <div className={styles.bar}>
        {tools.map((tool) => (
          <Button
            key={tool}
            size="compact"
            icon={tool === shown ? 'down' : icons[tool]}
            aria-expanded={tool === shown}
            aria-controls={tool === shown ? id : undefined}
            onClick={() => setShown(tool === shown ? undefined : tool)}
          >
            {names[tool]}
          </Button>
        ))}
      </div>
      {shown && (
        <Card as="section" id={id} aria-label={names[shown]} className={styles.panel}>
          {shown === 'search' && <SearchPanel {...props} />}
          {shown === 'months' && <MonthsPanel {...props} />}
          {shown === 'file' && <FilePanel {...props} />}
        </Card>
      )}
      <ActiveFilter {...props} />
    </div>
  )
}
