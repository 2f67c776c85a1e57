import { Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { RESET } from 'jotai/utils'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadLaterMessages } from '#i18n/activate.ts'
import { savingAtom } from '#lib/connection-quality.ts'
import { Card } from '#ui/card.tsx'
import { Choices } from '#ui/choices.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '../profile-card.module.css'

const DataUsed = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [file] = await Promise.all([import(/* later */ './data-used.tsx'), loadLaterMessages()])
    return { default: file.DataUsed }
  } catch {
    // Offline and never opened before. The counting goes on.
    return { default: () => null }
  }
})

/** Switches data saving on this phone: pictures then load on a tap. Shows what the app has used. */
export function DataSaving() {
  const { t } = useLingui()
  const [saving, setSaving] = useAtom(savingAtom)
  return (
    <>
      <SectionHead title={<Trans>Save data</Trans>} aside={<Trans>Pictures wait for a tap</Trans>} />
      <Choices
        label={t`Save data`}
        layout="columns"
        options={[
          { value: 'system', label: t`Use phone setting` },
          { value: 'on', label: t`On` },
          { value: 'off', label: t`Off` },
        ]}
        value={saving}
        onChange={(next) => setSaving(next === 'system' ? RESET : next)}
      />
      <Suspense fallback={<Loading />}>
        <DataUsed />
      </Suspense>
    </>
  )
}

function Loading() {
  return (
    <Card aria-busy>
      <div className={styles.row}>
        <Skeleton width="40%" height="1.5rem" />
      </div>
    </Card>
  )
}
