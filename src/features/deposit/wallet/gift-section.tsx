import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { serverNow } from '#lib/dates/clock.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { GiftSent } from './gift-sent.tsx'
import { giftSchema, type GiftFields } from './gift-form.ts'
import { useSendGift } from './use-send-gift.ts'

interface GiftSectionProps {
  /** The account name of the wallet that opens the gift. */
  account: string
  onDone: () => void
}

/** Deposits by a gift link from the TrueMoney app. */
export function GiftSection({ account, onDone }: GiftSectionProps) {
  const { t } = useLingui()
  const [sentAt, setSentAt] = useState(0)
  const form = useForm<GiftFields>({ resolver: valibotResolver(giftSchema), defaultValues: { link: '' } })
  const { operation, send, unready, busy } = useSendGift(() => form.reset())
  const empty = useWatch({ control: form.control, name: 'link' }).trim() === ''
  const submit = async ({ link }: GiftFields) => {
    setSentAt(serverNow())
    await send({ link, account })
  }

  if (operation.state.status === 'done')
    return <GiftSent sentAt={sentAt} onDone={onDone} onAgain={operation.reset} />
  return (
    <MoneyForm
      icon="send"
      label={<Trans>Send gift link</Trans>}
      operation={{ ...operation, busy }}
      disabled={empty}
      offlineReason={<Trans>You are offline. The link can be sent when you are connected again.</Trans>}
      onSubmit={form.handleSubmit(submit)}
      notice={
        unready ? (
          <Notice tone="coral">
            <Trans>The link could not be sent. Please check the connection and try again.</Trans>
          </Notice>
        ) : undefined
      }
    >
      <Field
        label={t`Gift link`}
        hint={<Trans>Create a gift in the TrueMoney app, then copy its link here.</Trans>}
        error={form.formState.errors.link && t`This is not a TrueMoney gift link. Please copy it again.`}
      >
        <TextControl
          icon="gift"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://gift.truemoney.com/campaign/?v=…"
          readOnly={busy}
          {...form.register('link')}
        />
      </Field>
    </MoneyForm>
  )
}
