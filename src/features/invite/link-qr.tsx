import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Spinner } from '#ui/message/spinner.tsx'
import { linkQrQueryOptions } from './invite-queries.ts'
import styles from './link-card.module.css'

/** The link as a QR code. */
export function LinkQr({ link }: { link: string }) {
  const { t } = useLingui()
  const { data: picture, isError, isFetching, refetch } = useQuery(linkQrQueryOptions(link))
  if (picture) return <img className={styles.qr} src={picture} alt={t`QR code of your invite link`} />
  if (!isError) {
    return (
      <div className={styles.qr}>
        <Spinner label={t`Loading`} />
      </div>
    )
  }
  return (
    <Notice
      tone="coral"
      className={styles.failed}
      action={
        <Button size="slim" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The QR could not be drawn. Please check the connection and try again.</Trans>
    </Notice>
  )
}
