import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { serverNow } from '#lib/clock.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Field } from '#ui/field.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { presetRange, presets, type Preset } from './periods.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

/** Narrows the statement to days, and to rows with a reference, an amount or a note. */
export function SearchPanel({ narrowing, onNarrow, offline }: ToolsProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState(narrowing.search ?? '')
  const [from, setFrom] = useState(narrowing.from ?? '')
  const [until, setUntil] = useState(narrowing.until ?? '')
  const now = serverNow()
  const isBackwards = from !== '' && until !== '' && until < from
  const names: Record<Preset, string> = {
    week: t`7 days`,
    month: t`This month`,
    'last-month': t`Last month`,
    year: t`This year`,
  }
  const chosen = presets.find((preset) => String(presetRange(preset, now)) === String([from, until]))
  const choose = (preset: Preset) => {
    const [first, last] = presetRange(preset, now)
    setFrom(first)
    setUntil(last)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBackwards || offline) return
    onNarrow({
      ...narrowing,
      from: from || undefined,
      until: until || undefined,
      search: search.trim() || undefined,
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={t`Reference, amount or note`}>
        <TextControl
          icon="search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <Choices
        label={t`Days`}
        layout="scroll"
        options={presets.map((value) => ({ value, label: names[value] }))}
        value={chosen ?? null}
        onChange={choose}
      />
      <div className={styles.dates}>
        <Field label={t`From day`}>
          <TextControl type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t`To day`} error={isBackwards && t`The last day is before the first.`}>
          <TextControl type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <Button type="submit" icon="search" wide disabled={offline}>
        <Trans>Search</Trans>
      </Button>
      {offline && (
        <p className={styles.soft}>
          <Trans>You are offline. Searching works when you are connected again.</Trans>
        </p>
      )}
    </form>
  )
}
