import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '#api/contract/call.ts'
import type { lookupContact } from '#api/contract/lookup.ts'
import { contactQueryOptions } from '#data/site/site-config-queries.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { linkFromOutside } from '#lib/network/outside-address.ts'
import { qrAddress } from '#lib/payments/qr-address.ts'
import { buttonClass } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import styles from './contact-screen.module.css'

interface ContactScreenProps {
  /** Another way to reach us, before the others. */
  children?: ReactNode
  /** Help without contacting us, after them. */
  help?: ReactNode
}

export function ContactScreen({ children, help }: ContactScreenProps) {
  const { t } = useLingui()
  const query = useQuery(contactQueryOptions)
  const { data, error } = query
  return (
    <Page width="sidebar">
      <PageTitle title={<Trans>Contact us</Trans>} />
      <div className={styles.ways}>
        <p>
          <Trans>
            Write to us if something about your money or a game is unclear. We never ask for your password or
            for a code that you were sent.
          </Trans>
        </p>
        {children}
        {data && <Contact contact={data} />}
        {!data && error && <LoadFailed card queries={[query]} title={t`This could not be loaded`} />}
        {!data && !error && (
          <Card className={styles.contact} aria-busy>
            <Skeleton height="1.5rem" />
            <span className={styles.qr} />
            <Skeleton control height="var(--tap)" />
            <output className="visually-hidden">{t`Loading how to reach us`}</output>
          </Card>
        )}
      </div>
      {/* Not before what is above it has its height. */}
      {(data || error) && help}
    </Page>
  )
}

function Contact({ contact: { contactText, link, name, qr } }: { contact: Reply<typeof lookupContact> }) {
  const { t } = useLingui()
  const picture = qrAddress(qr)
  const address = linkFromOutside(link, location.origin)
  if (!contactText && !picture && !address && !name) {
    return <StateView art="empty" title={<Trans>There is no other way to reach us yet</Trans>} />
  }
  return (
    <Card className={styles.contact}>
      {contactText && <SafeHtml html={contactText} />}
      {picture && <img className={styles.qr} src={picture} alt={t`QR code to reach us on ${name}`} />}
      {address && (
        <a
          className={buttonClass({ wide: true })}
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <Icon name="send" />
          {name || address}
        </a>
      )}
      {!address && name && <p className={styles.name}>{name}</p>}
    </Card>
  )
}
