import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '#api/contract/passkey.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatDate, formatDateTime, formatRelative } from '#i18n/format.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'
import { Button } from '#ui/button/button.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { Field } from '#ui/form/field.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { useListOperation } from '../use-list-operation.ts'
import { refreshPasskeys } from './passkey-queries.ts'
import styles from '../account-lists.module.css'

interface PasskeyRowProps {
  passkey: Passkey
  /** By the server's clock, in ms. */
  now: number
}

export function PasskeyRow({ passkey, now }: PasskeyRowProps) {
  const { t } = useLingui()
  const [isRenaming, setRenaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const offline = useOffline()
  const { id, createdAt, lastUsedAt, isSynced } = passkey
  const name = passkey.name || t`Passkey`
  const operation = useListOperation(removePasskey, {
    refetch: refreshPasskeys,
    done: t`Passkey removed: ${name}`,
    onEnd: () => setAsking(false),
  })
  const added = formatDate(createdAt)
  const age = lastUsedAt ? formatRelative(lastUsedAt, now, currentLocale()) : ''
  const row = useLostFocus<HTMLLIElement>(isRenaming)
  return isRenaming ? (
    <li ref={row} tabIndex={-1}>
      <Rename passkey={passkey} onDone={() => setRenaming(false)} />
    </li>
  ) : (
    <li ref={row} tabIndex={-1} className={styles.row}>
      <Disc icon="key" />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.meta}>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
              <Trans>Last used {age}</Trans>
            </time>
          ) : (
            <span>
              <Trans>Added {added} · not used yet</Trans>
            </span>
          )}
          {isSynced && (
            <span>
              <Trans>Also on your other devices</Trans>
            </span>
          )}
        </p>
      </div>
      <div className={styles.buttons}>
        <IconButton
          icon="edit"
          label={t`Rename ${name}`}
          disabled={offline}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon="trash"
          label={t`Remove ${name}`}
          disabled={offline}
          onClick={() => setAsking(true)}
        />
      </div>
      <AlertDialog
        open={isAsking}
        danger
        icon="key"
        loading={operation.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void operation.run({ params: { id } })}
        title={<Trans>Remove the passkey {name}?</Trans>}
        text={
          <Trans>
            Nobody can log in with it any more. Your device may go on offering it until you delete it there
            too.
          </Trans>
        }
        cancelLabel={<Trans>Go back</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
      />
    </li>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useLingui()
  const operation = useListOperation(renamePasskey, { refetch: refreshPasskeys, onListed: onDone })
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('name')
    const name = typeof typed === 'string' ? typed.trim() : ''
    if (name === '' || name === passkey.name) return onDone()
    void operation.run({ params: { id: passkey.id }, body: { name } })
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <Field label={t`Name of the passkey`}>
        <TextControl name="name" defaultValue={passkey.name} maxLength={40} autoComplete="off" autoFocus />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" size="compact" icon="check" loading={operation.busy}>
          <Trans>Save</Trans>
        </Button>
        <Button size="compact" disabled={operation.busy} onClick={onDone}>
          <Trans>Go back</Trans>
        </Button>
      </div>
    </form>
  )
}
