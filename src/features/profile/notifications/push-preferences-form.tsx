import { Trans, useLingui } from '@lingui/react/macro'
import { type PushPreferences } from '#api/contract/push.ts'
import { Card } from '#ui/list/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { FieldLock } from '#ui/form/field-lock.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import styles from './notifications.module.css'
import { useSavePreferences } from './push-queries.ts'

/** The quiet hours that are proposed first. */
const night = { quietFrom: '22:00', quietUntil: '07:00' }
const wholeHours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

interface PushPreferencesFormProps {
  preferences: PushPreferences
  offline: boolean
}

/** What the member is notified of, on all devices. Every change is saved at once. */
export function PushPreferencesForm({ preferences, offline }: PushPreferencesFormProps) {
  const { t } = useLingui()
  const save = useSavePreferences()
  const { quietFrom, quietUntil } = preferences
  const isQuiet = quietFrom !== quietUntil
  const switchOf = (name: 'deposit' | 'withdrawal' | 'chat' | 'device' | 'amounts') => ({
    checked: preferences[name],
    disabled: offline,
    onChange: (on: boolean) => save({ [name]: on }),
  })
  return (
    <>
      <SectionHead title={<Trans>Tell me about</Trans>} aside={<Trans>On all your devices</Trans>} />
      <Card rows>
        <Switch
          {...switchOf('deposit')}
          className={styles.row}
          label={t`Money that arrives`}
          hint={t`A deposit is in your wallet.`}
        />
        <Switch
          {...switchOf('withdrawal')}
          className={styles.row}
          label={t`Withdrawals`}
          hint={t`The bank has paid you, or the money came back.`}
        />
        <Switch {...switchOf('chat')} className={styles.row} label={t`Answers in the chat`} />
        <Switch
          {...switchOf('device')}
          className={styles.row}
          label={t`Security of your account`}
          hint={t`A new device, passkey or bank account.`}
        />
      </Card>
      <SectionHead title={<Trans>When and how</Trans>} />
      <Card rows>
        <Switch
          {...switchOf('amounts')}
          className={styles.row}
          label={t`Show amounts`}
          hint={t`Anyone who sees the locked screen can read them.`}
        />
        <div className={styles.row}>
          <Switch
            checked={isQuiet}
            disabled={offline}
            onChange={(on) => save(on ? night : { quietFrom: '', quietUntil: '' })}
            label={t`Quiet hours`}
            hint={t`Notifications wait until they are over, but those about the security of your account come at once. Bangkok time.`}
          />
          {isQuiet && (
            <FieldLock className={styles.hours} locked={offline}>
              <Hour label={t`Starts at`} value={quietFrom} onChange={(at) => save({ quietFrom: at })} />
              <Hour label={t`Ends at`} value={quietUntil} onChange={(at) => save({ quietUntil: at })} />
            </FieldLock>
          )}
        </div>
      </Card>
    </>
  )
}

interface HourProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Hour({ label, value, onChange }: HourProps) {
  // Another app of this backend may have set minutes.
  const hours = wholeHours.includes(value) ? wholeHours : [...wholeHours, value].toSorted()
  return (
    <Field label={label}>
      <Select
        options={hours.map((hour) => ({ value: hour, label: hour }))}
        value={value}
        onChange={onChange}
        placeholder={label}
      />
    </Field>
  )
}
