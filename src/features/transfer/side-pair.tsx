import { useLingui } from '@lingui/react/macro'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Amount } from '#ui/amount.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { sideOptions } from './side-options.ts'
import { sideFaults, type Transfer, type TransferFields } from './transfer-form.ts'
import type { Side } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface SidePairProps {
  form: UseFormReturn<TransferFields, unknown, Transfer>
  sides: readonly Side[]
  disabled: boolean
  /** What they hold may have changed meanwhile. */
  stale: boolean
}

/** Out of which account, into which, and the button that turns them round. */
export function SidePair({ form, sides, disabled, stale }: SidePairProps) {
  const { t } = useLingui()
  const { control, formState, setValue, getValues } = form
  const chosen = useWatch({ control })
  const options = sideOptions(sides, t`Wallet`)
  const choose = (name: 'from' | 'to', code: string) => {
    setValue(name, code, { shouldTouch: true })
    void form.trigger(formState.isSubmitted ? undefined : ['from', 'to'])
  }
  const swap = () => {
    const { from, to } = getValues()
    setValue('from', to)
    setValue('to', from)
    if (formState.isSubmitted || formState.touchedFields.amount) void form.trigger()
  }
  const select = (name: 'from' | 'to', label: string) => {
    const fault = formState.errors[name]?.message
    const words = fault === undefined ? undefined : sideFaults[fault]
    const side = sides.find((one) => one.code === chosen[name])
    return (
      <Field
        label={label}
        aside={side && <Amount satang={side.held} stale={stale} />}
        error={words && t(words)}
      >
        <Select
          options={options}
          value={chosen[name] ?? ''}
          onChange={(code) => choose(name, code)}
          placeholder={t`Choose an account`}
          disabled={disabled}
        />
      </Field>
    )
  }
  return (
    <div className={styles.pair}>
      {select('from', t`From`)}
      <IconButton icon="swap" variant="filled" label={t`Swap the two`} disabled={disabled} onClick={swap} />
      {select('to', t`To`)}
    </div>
  )
}
