import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#api/contract/call.ts'
import type { lookupContact } from '#api/contract/lookup.ts'
import { contactQueryOptions } from '#data/site-config-queries.ts'
import { appVersion } from '#lib/version.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Page, PageTitle } from '#ui/shell.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import styles from './contact-screen.module.css'
import { LookupFailed } from './lookup-failed.tsx'

export function ContactScreen() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(contactQueryOptions)
  return (
    <Page>
      <PageTitle title={<Trans>Contact us</Trans>} />
      {data && <Contact contact={data} />}
      {!data && error && <LookupFailed card error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows label={t`Loading how to reach us`} />}
      <p className={styles.version}>
        <Trans>App version {appVersion}</Trans>
      </p>
    </Page>
  )
}

function Contact({ contact: { contactText, link, name, qr } }: { contact: Reply<typeof lookupContact> }) {
  const { t } = useLingui()
  return (
    <Card className={styles.contact}>
      {contactText && <SafeHtml html={contactText} />}
      {qr && <img className={styles.qr} src={qr} alt={t`QR code to reach us on ${name}`} />}
      {link.startsWith('https:') && (
        <a className={buttonClass({ wide: true })} href={link} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          {name || link}
        </a>
      )}
    </Card>
  )
}
