import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, useCopyToasts } from '#components/copy.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { toast } from '#ui/message/toast.ts'
import { inviteLink } from './invite-link.ts'
import styles from './link-card.module.css'
import { LinkQr } from './link-qr.tsx'

/** The member's invite link: to send, to scan, or to copy. */
export function LinkCard({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const link = inviteLink(location.origin, memberId)
  const { onCopied, onFailed } = useCopyToasts(link, t`Your invite link`)
  const canShare = 'share' in navigator

  const share = async () => {
    try {
      await navigator.share({ url: link })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({
        tone: 'coral',
        title: t`The link could not be shared`,
        text: t`Please copy it instead.`,
        id: 'share',
      })
    }
  }
  const send = () => (canShare ? share() : navigator.clipboard.writeText(link).then(onCopied, onFailed))
  return (
    <Card as="section" className={styles.card} aria-label={t`Your invite link`}>
      <h3>
        <Trans>Your invite link</Trans>
      </h3>
      <div className={styles.ways}>
        <div className={styles.send}>
          <Button
            variant="primary"
            size="money"
            wide
            icon={canShare ? 'share' : 'copy'}
            onClick={() => void send()}
          >
            {canShare ? <Trans>Send the link</Trans> : t`Copy link`}
          </Button>
          <p>
            <Trans>Or let a friend scan the QR with the camera.</Trans>
          </p>
        </div>
        <LinkQr link={link} />
      </div>
      <div className={styles.link}>
        <span translate="no">{link}</span>
        {canShare && <Copy text={link} what={t`Your invite link`} label={t`Copy link`} />}
      </div>
    </Card>
  )
}
