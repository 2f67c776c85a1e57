import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Copy } from '#data/copy.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { inviteLink } from './invite-link.ts'
import styles from './link-card.module.css'
import { LinkQr } from './link-qr.tsx'

/** The member's invite link: to copy, to share, or to scan. */
export function LinkCard({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const link = inviteLink(location.origin, memberId)
  const [shown, setShown] = useState(false)

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
  return (
    <Card as="section" className={styles.card} aria-label={t`Your invite link`}>
      <h3>
        <Trans>Your invite link</Trans>
      </h3>
      <div className={styles.link}>
        <span translate="no">{link}</span>
        <Copy text={link} what={t`Your invite link`} label={t`Copy link`} />
      </div>
      <div className={styles.ways}>
        {'share' in navigator && (
          <Button icon="share" onClick={() => void share()}>
            <Trans>Share</Trans>
          </Button>
        )}
        <Button icon="qr" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t`Hide QR` : t`Show QR`}
        </Button>
      </div>
      {shown && <LinkQr link={link} />}
    </Card>
  )
}
