import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { download } from '#api/download.ts'
import { exportStatements } from '#api/contract/statement-figures.ts'
import { saveFile, shareOrSave } from '#data/share-file.ts'
import { bangkokDay, formatDate } from '#i18n/format.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { systemOf } from '#lib/device/embedded-browser.ts'
import { isStandalone } from '#pwa/use-install.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/message/toast.ts'
import { toStatementFilter, startOfDay } from '../statement-filter.ts'
import { rangeOf } from './periods.ts'
import { PrintSheet } from './print-sheet.tsx'
import { maxPrinted, type Printed, readPrinted } from './read-printed.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

/** The whole statement, as it is filtered, as a file or on paper. */
export function FilePanel({ search, gameName, offline }: ToolsProps) {
  const { t } = useLingui()
  const canExport = useAtomValue(extensionsAtom).has('statement-csv')
  const [busy, setBusy] = useState<'file' | 'print'>()
  const [printed, setPrinted] = useState<Printed>()
  const range = rangeOf(search, serverNow())
  const filter = { ...toStatementFilter(search), from: startOfDay(range[0]), until: startOfDay(range[1], 1) }

  const run = (what: 'file' | 'print', work: () => Promise<void>) => async () => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      const isTooMany = toApiError(error).code === 'REQUEST_LIMIT'
      toast({
        tone: 'coral',
        icon: 'alert',
        title: what === 'file' ? t`The file could not be made` : t`The sheet could not be made`,
        text: isTooMany
          ? t`Please wait a minute and try again.`
          : t`Please check the connection and try again.`,
        id: 'statement-file',
      })
    }
    setBusy(undefined)
  }
  const save = run('file', async () => {
    const file = await download(exportStatements, { body: filter })
    const name = `statement-${bangkokDay(serverNow())}.csv`
    // An installed app on an iPhone has no downloads: its share sheet saves the file, or opens it in another app.
    const isShared = isStandalone() && systemOf(navigator.userAgent) === 'ios'
    if (isShared && (await shareOrSave(file, name)) !== 'saved') return
    if (!isShared) saveFile(file, name)
    toast({ tone: 'jade', icon: 'check', title: t`File saved`, id: 'statement-file' })
  })
  const print = run('print', async () => {
    const found = await readPrinted(filter)
    if (found) return setPrinted(found)
    toast({
      tone: 'sky',
      icon: 'info',
      title: t`Too many rows to print`,
      text: t`A sheet has up to ${maxPrinted} rows. Please choose fewer days, or save the file.`,
      id: 'statement-file',
    })
  })
  const [first, last] = [search.from, range[1]].map((day) => day && formatDate(day))
  return (
    <div className={styles.form}>
      <p className={styles.soft}>
        {first ? (
          <Trans>
            All rows from {first} to {last}
          </Trans>
        ) : (
          <Trans>All rows up to {last}</Trans>
        )}
        {(search.kinds.length > 0 || search.text) && (
          <>
            {' · '}
            <Trans>only those that you have searched for</Trans>
          </>
        )}
      </p>
      <div className={styles.actions}>
        {canExport && (
          <Button icon="share" loading={busy === 'file'} disabled={offline} onClick={() => void save()}>
            {t`Save as a CSV file`}
          </Button>
        )}
        <Button icon="receipt" loading={busy === 'print'} disabled={offline} onClick={() => void print()}>
          {t`Print`}
        </Button>
      </div>
      {offline && (
        <p className={styles.soft}>
          <Trans>You are offline. This works when you are connected again.</Trans>
        </p>
      )}
      {printed && (
        <PrintSheet {...printed} range={range} gameName={gameName} onPrinted={() => setPrinted(undefined)} />
      )}
    </div>
  )
}
