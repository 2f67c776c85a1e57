import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Percent } from '#api/contract/fields.ts'
import { noticeQueryOptions } from '#data/site/site-config-queries.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import styles from './offer-terms.module.css'
import { noticeFor } from './promotion-rules.ts'

interface OfferTermsProps {
  /** Null if the backend does not say. */
  percentFail: Percent
  /** More rows of the list, each a `dt` and a `dd`. */
  children?: ReactNode
}

/** The terms that the member accepts, above the accepting button. */
export function OfferTerms({ percentFail, children }: OfferTermsProps) {
  const { t } = useLingui()
  return (
    <section className={styles.terms} aria-label={t`Terms of this bonus`}>
      <SectionHead title={t`Terms of this bonus`} level={3} />
      <Card as="dl" rows className={styles.facts}>
        {children}
        {percentFail !== null && (
          <div>
            <dt>
              <Trans>Can be cancelled early when what is left of the total at claiming is at most</Trans>
            </dt>
            <dd>{typeof percentFail === 'number' ? `${percentFail}%` : percentFail}</dd>
          </div>
        )}
      </Card>
      <OfferNotice percentFail={percentFail} />
    </section>
  )
}

/** Nothing can be accepted before its terms have loaded. */
export const useTermsReady = (): boolean => useQuery(noticeQueryOptions).data !== undefined

function OfferNotice({ percentFail }: Pick<OfferTermsProps, 'percentFail'>) {
  const { t } = useLingui()
  const { data, isError, isFetching, refetch } = useQuery(noticeQueryOptions)
  if (data) return data.notice ? <SafeHtml html={noticeFor(data.notice, percentFail)} /> : null
  if (!isError) return <Skeleton height="4rem" />
  return (
    <Notice
      tone="coral"
      title={t`The terms could not be loaded`}
      action={
        <Button size="compact" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      }
    >
      <Trans>Please load and read the terms before you claim a bonus.</Trans>
    </Notice>
  )
}
