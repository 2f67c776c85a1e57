import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QrChannel } from '#api/contract/qrcode.ts'
import { qrQueryOptions } from '#data/qr-queries.ts'
import { depositLookupQueryOptions } from '#data/site-config-queries.ts'
import { env } from '#lib/env.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StateView } from '#ui/state-view.tsx'
import { openQrChannels, qrChannelRules, type QrChannelRule } from './qr/qr-rules.ts'
import { QrSection } from './qr/qr-section.tsx'

const rules = qrChannelRules(env.paytimzMinimum)

export function DepositSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Deposit`} closeLabel={t`Close`}>
      <DepositWays onClose={onClose} />
    </Sheet>
  )
}

function DepositWays({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const lookup = useQuery(depositLookupQueryOptions)
  const waitingAt = useChannelsWithQr()
  const channels = lookup.data ? openQrChannels(lookup.data.banks, rules) : waitingAt
  const [chosen, setChosen] = useState<QrChannel>()
  const channel = channels.find((one) => one.code === chosen) ?? channels[0]

  if (!channel && lookup.isPending) return <Skeleton height="18rem" />
  if (!channel) {
    return (
      <StateView
        card={false}
        art={lookup.isError ? 'failed' : 'empty'}
        title={
          lookup.isError ? t`The ways to deposit could not be loaded` : t`No way to deposit is open right now`
        }
        text={
          lookup.isError ? t`Please check the connection and try again.` : t`Please try again in a while.`
        }
        action={
          <Button
            size="compact"
            icon="refresh"
            loading={lookup.isFetching}
            onClick={() => void lookup.refetch()}
          >
            {t`Try again`}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {channels.length > 1 && (
        <Choices
          label={t`QR channel`}
          layout="scroll"
          options={channels.map(({ code, label }) => ({ value: code, label: t(label) }))}
          value={channel.code}
          onChange={setChosen}
        />
      )}
      <QrSection key={channel.code} channel={channel} onClose={onClose} />
    </>
  )
}

/** Without a connection a code that was created before can still be paid from another phone. */
function useChannelsWithQr(): QrChannelRule[] {
  const queryClient = useQueryClient()
  return rules.filter(
    ({ code, offered }) => offered && queryClient.getQueryData(qrQueryOptions(code).queryKey)?.hasQrcode,
  )
}
