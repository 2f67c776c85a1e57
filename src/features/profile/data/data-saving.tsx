import { Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { RESET } from 'jotai/utils'
import { savingAtom } from '#lib/network/connection-quality.ts'
import { Choices } from '#ui/form/choices.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { DataUsed } from './data-used.tsx'

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
      <DataUsed />
    </>
  )
}
