import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createQr, type QrRecord } from '#api/contract/qrcode.ts'
import { useOperation } from '#operations/use-operation.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { useFirstLoad } from '#data/use-first-load.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { toast } from '#ui/message/toast.ts'
import { qrShape, type QrChannelRule } from './qr-rules.ts'
import { QrForm, type TypedAmount } from './qr-form.tsx'
import { QrLate } from './qr-late.tsx'
import type { PaidQr } from './qr-paid.tsx'
import { QrOutcome } from './qr-outcome.tsx'
import { QrTicket } from './qr-ticket.tsx'
import { useWaitingQr } from './use-waiting-qr.ts'

interface QrSectionProps extends TypedAmount {
  channel: QrChannelRule
  onClose: () => void
  onPaid: (paid: PaidQr) => void
}

export function QrSection({ channel, onClose, onPaid, ...typed }: QrSectionProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const queryClient = useQueryClient()
  const { data: wallet } = useQuery(walletQueryOptions)
  const { query, waiting, lifetime, gone, forget } = useWaitingQr(channel.code)
  // A payment that came too late stands above the form. Beside an open code the statement is only asked for once that is gone.
  const isLoading = useFirstLoad(query, useQuery({ ...statementQueryOptions(), enabled: !waiting }))
  const [requested, setRequested] = useState<number>()
  const put = (record: QrRecord) => queryClient.setQueryData(qrQueryOptions(channel.code).queryKey, record)
  const operation = useOperation(createQr, {
    tellsDone: true,
    async onResult(end) {
      if (end.status === 'failed') setRequested(undefined)
      if (end.status !== 'done') return
      if (!end.reply) {
        // Until it is known whether a code exists, no second one may be created.
        const { isError } = await query.refetch()
        if (isError) toast({ tone: 'sky', icon: 'clock', title: t`It went through.`, id: 'qr' })
      } else if (end.reply.hasQrcode) {
        put(end.reply)
      } else {
        put({ hasQrcode: false, message: '' })
        toast({
          tone: 'coral',
          icon: 'alert',
          title: end.reply.message || t`The QR could not be created`,
          id: 'qr',
        })
      }
    },
  })
  const create = (satang: number) => {
    setRequested(satang)
    void operation.run({ params: { code: channel.code }, body: { amount: satang } })
  }
  const cancelled = () => {
    setRequested(undefined)
    put({ hasQrcode: false, message: '' })
    forget()
  }
  const transferred = () => {
    toast({
      tone: 'sky',
      icon: 'clock',
      title: t`Thank you. The money arrives within about a minute.`,
      text: t`Please refresh the balance if it does not change by itself.`,
    })
    onClose()
  }

  if (waiting) {
    return (
      <QrTicket
        channel={channel}
        qr={waiting}
        lifetime={lifetime}
        requested={operation.busy ? undefined : requested}
        offline={offline}
        onCancelled={cancelled}
        onTransferred={transferred}
      />
    )
  }
  const message = query.data?.hasQrcode === false ? query.data.message : ''
  const form = (
    <>
      <QrLate channel={channel.code} message={message} />
      <QrForm
        channel={channel}
        operation={operation}
        held={offline ? undefined : wallet?.wallet.amount}
        onCreate={create}
        {...typed}
      />
    </>
  )
  if (gone) {
    return (
      <QrOutcome
        key={gone.qr.qrcodeId}
        channel={channel}
        seen={gone}
        isExplained={message !== ''}
        onPaid={onPaid}
      >
        {form}
      </QrOutcome>
    )
  }
  if (isLoading || query.isPending) return <SkeletonPart shape={qrShape} label={t`Loading`} />
  if (query.isError && !query.data && !offline) {
    return <LoadFailed queries={[query]} title={t`We could not check for a waiting QR`} />
  }
  return form
}
