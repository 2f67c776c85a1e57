import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { siteActiveQueryOptions } from '#data/site/site-config-queries.ts'
import { Card } from '#ui/list/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { buttonClass } from '#ui/button/button.tsx'
import { helpLinesQueryOptions } from './limits-queries.ts'
import styles from './limits.module.css'

/** Whom to call, where the house knows of somebody. */
export function HelpLines() {
  const enabled = useAtomValue(extensionsAtom).has('play-limits')
  const { t } = useLingui()
  const { data = [], isLoading } = useQuery({ ...helpLinesQueryOptions, enabled })
  // Before the first answer nobody knows whether the backend has them. What is below them would jump once they come.
  const siteActive = useQuery({ ...siteActiveQueryOptions, enabled: !enabled })
  const waits = enabled ? isLoading : !siteActive.isFetched && !siteActive.isPaused
  if (!waits && data.length === 0) return null
  return (
    <>
      <SectionHead title={<Trans>Somebody to talk to</Trans>} />
      {waits ? (
        <SkeletonRows count={2} label={t`Loading the phone numbers`} />
      ) : (
        <Card as="ul" rows>
          {data.map(({ country, name, phone, hours }) => (
            <li key={`${country} ${phone}`} className={styles.help}>
              <span>
                <b>{name}</b>
                {hours && <small>{hours}</small>}
              </span>
              <a
                href={`tel:${phone.replaceAll(/[^\d+]/gu, '')}`}
                className={buttonClass({ size: 'compact' })}
              >
                <Icon name="phone" small />
                {phone}
              </a>
            </li>
          ))}
        </Card>
      )}
    </>
  )
}
