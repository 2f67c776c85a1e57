import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type Play, setRealityCheck } from '#api/contract/limits.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { Card } from '#ui/list/card.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { playQueryOptions } from './limits-queries.ts'
import styles from './limits.module.css'

/** After how much time at play the member is asked whether to go on. */
export function RealitySection({ play, offline }: { play: Play; offline: boolean }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const operation = useOperation(setRealityCheck, {
    announce: true,
    onResult: () => void client.invalidateQueries({ queryKey: playQueryOptions.queryKey }),
  })
  if (play.offered.length === 0) return null
  const options = play.offered.map((minutes) => ({
    value: minutes,
    label: minutes === 0 ? t`Do not ask` : t`${minutes} minutes`,
  }))
  return (
    <>
      <SectionHead title={<Trans>Reality check</Trans>} />
      <Card className={styles.break}>
        <p>
          <Trans>
            After this time at play we show how long you have played and what it has come to, and ask whether
            you want to go on.
          </Trans>
        </p>
        <Choices
          label={t`Ask me after`}
          options={options}
          value={play.every}
          disabled={offline || operation.busy}
          onChange={(every) => void operation.run({ body: { every } })}
        />
        <OperationNotice operation={operation} />
      </Card>
    </>
  )
}
