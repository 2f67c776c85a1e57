import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { bangkokDay } from '#i18n/format.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { Button } from '#ui/button/button.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { firstDay } from '../statement-filter.ts'
import { presetRange, presets, type Preset } from './periods.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

/** Filters the statement by days, and by a reference, an amount or a note. */
export function SearchPanel({ search, onFilter, offline }: ToolsProps) {
  const { t } = useLingui()
  const [text, setText] = useState(search.text ?? '')
  const [from, setFrom] = useState(search.from ?? '')
  const [until, setUntil] = useState(search.until ?? '')
  const now = serverNow()
  const today = bangkokDay(now)
  // A later day has no entries, such as one in a year of the Thai calendar.
  const isOutside = (day: string) => day !== '' && (day < firstDay || day > today)
  const year = today.slice(0, 4)
  const outside = t`Please choose a day up to today, with a year such as ${year}.`
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
    if (isBackwards || isOutside(from) || isOutside(until) || offline) return
    onFilter({
      ...search,
      from: from || undefined,
      until: until || undefined,
      text: text.trim() || undefined,
    })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field label={t`Reference, amount or note`}>
        <TextControl
          icon="search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
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
        <Field label={t`From day`} error={isOutside(from) && outside}>
          <TextControl
            type="date"
            min={firstDay}
            max={today}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field
          label={t`To day`}
          error={isOutside(until) ? outside : isBackwards && t`The last day is before the first.`}
        >
          <TextControl
            type="date"
            min={firstDay}
            max={today}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
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
