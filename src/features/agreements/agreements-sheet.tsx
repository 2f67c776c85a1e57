import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { agreementsQueryOptions } from '#data/site/site-config-queries.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { areRemembered, rememberAgreements } from './agreements-memory.ts'
import styles from './agreements-sheet.module.css'

export function AgreementsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={<Trans>Good to know</Trans>} closeLabel={t`Close`}>
      <Agreements onClose={onClose} />
    </Sheet>
  )
}

function Agreements({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(agreementsQueryOptions)
  const { data, error } = query
  if (data?.length) return <Texts texts={data} onClose={onClose} />
  if (data) return <StateView art="empty" card={false} title={<Trans>There is nothing to agree to</Trans>} />
  if (error) return <LoadFailed queries={[query]} title={t`This could not be loaded`} />
  return <SkeletonRows label={t`Loading the agreements`} />
}

function Texts({ texts, onClose }: { texts: readonly string[]; onClose: () => void }) {
  const [remember, setRemember] = useState(() => areRemembered(texts))
  // At once: the sheet can be closed in several ways.
  const choose = (isChosen: boolean) => {
    setRemember(isChosen)
    rememberAgreements(texts, isChosen)
  }
  return (
    <div className={styles.agreements}>
      <Card as="ul" rows>
        {[...new Set(texts)].map((html) => (
          <li key={html} className={styles.text}>
            <SafeHtml html={html} />
          </li>
        ))}
      </Card>
      <Checkbox checked={remember} onChange={(event) => choose(event.target.checked)}>
        <Trans>Do not show this again</Trans>
      </Checkbox>
      <Button variant="primary" wide onClick={onClose}>
        <Trans>I understand</Trans>
      </Button>
    </div>
  )
}
