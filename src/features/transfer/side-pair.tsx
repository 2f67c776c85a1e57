import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo } from 'react'
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { Amount } from '#ui/amount.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { openSides, sideOptions } from './side-options.ts'
import { sideFaults, type Transfer, type TransferFields } from './transfer-form.ts'
import type { Side } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface SidePairProps {
  form: UseFormReturn<TransferFields, unknown, Transfer>
  sides: readonly Side[]
  /** What they hold may have changed meanwhile. */
  stale: boolean
}

/** Out of which account, into which, and the button that turns them round. */
export const SidePair = memo(function SidePair({ form, sides, stale }: SidePairProps) {
  const { t } = useLingui()
  const { control, setValue, getValues } = form
  const { errors } = useFormState({ control, name: ['from', 'to'] })
  const [from, to] = useWatch({ control, name: ['from', 'to'] })
  const wallet = t`Wallet`
  const [sources, targets] = useMemo(
    () => [sideOptions(sides, wallet), sideOptions(openSides(sides), wallet)],
    [sides, wallet],
  )
  const choose = useCallback(
    (name: 'from' | 'to', code: string) => {
      setValue(name, code, { shouldTouch: true })
      void form.trigger(form.formState.isSubmitted ? undefined : ['from', 'to'])
    },
    [form, setValue],
  )
  const swap = () => {
    const turned = getValues()
    setValue('from', turned.to)
    setValue('to', targets.some(({ value }) => value === turned.from) ? turned.from : '')
    if (form.formState.isSubmitted || form.getFieldState('amount').isTouched) void form.trigger()
  }
  const common = { stale, onChoose: choose }
  const held = (code: string) => sides.find((side) => side.code === code)?.held
  return (
    <div className={styles.pair}>
      <SideChoice
        {...common}
        name="from"
        options={sources}
        label={t`From`}
        value={from}
        held={held(from)}
        fault={errors.from?.message}
      />
      <IconButton icon="swap" variant="filled" label={t`Swap the two`} onClick={swap} />
      <SideChoice
        {...common}
        name="to"
        options={targets}
        label={t`To`}
        value={to}
        held={held(to)}
        fault={errors.to?.message}
      />
    </div>
  )
})

interface SideChoiceProps {
  name: 'from' | 'to'
  label: string
  options: ReturnType<typeof sideOptions>
  value: string
  /** In satang. */
  held: number | undefined
  stale: boolean
  fault: string | undefined
  onChoose: (name: 'from' | 'to', code: string) => void
}

/** A menu is dear to a slow phone: it is not drawn anew for a tap that has nothing to do with it. */
const SideChoice = memo(function SideChoice(props: SideChoiceProps) {
  const { name, label, options, value, held, stale, fault, onChoose } = props
  const { t } = useLingui()
  const words = fault === undefined ? undefined : sideFaults[fault]
  return (
    <Field
      label={label}
      aside={held !== undefined && <Amount satang={held} stale={stale} />}
      error={words && t(words)}
    >
      <Select
        options={options}
        value={value}
        onChange={(code) => onChoose(name, code)}
        placeholder={t`Choose an account`}
      />
    </Field>
  )
})
