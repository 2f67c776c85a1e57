import { Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { weekSpentAtom } from '#data/wallet/week-spent.ts'
import { Card } from '#ui/list/card.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { Switch } from '#ui/form/switch.tsx'
import styles from './limits.module.css'

/** Whether the home card of this phone shows what was spent this week. */
export function WeekSection() {
  const { t } = useLingui()
  const [isShown, setShown] = useAtom(weekSpentAtom)
  return (
    <>
      <SectionHead title={<Trans>On the home page</Trans>} />
      <Card className={styles.switch}>
        <Switch
          checked={isShown}
          onChange={setShown}
          label={t`Show what was spent this week`}
          hint={t`What went into games since Monday, less what came back of it. On this phone only.`}
        />
      </Card>
    </>
  )
}
