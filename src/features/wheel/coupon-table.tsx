import { Trans, useLingui } from '@lingui/react/macro'
import type { Coupon } from '#api/contract/spinwheel.ts'
import { formatDateTimeShort } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import styles from './coupons.module.css'

interface CouponTableProps {
  coupons: readonly Coupon[]
  /** How many rows the earlier pages have. */
  first: number
  disabled: boolean
  onClaim: (coupon: Coupon) => void
}

export function CouponTable({ coupons, first, disabled, onClaim }: CouponTableProps) {
  const { t } = useLingui()
  return (
    <table className={styles.table} aria-label={t`My coupons`}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">
            <Trans>No.</Trans>
          </th>
          <th scope="col">
            <Trans>Prize</Trans>
          </th>
          <th scope="col">
            <Trans>Amount</Trans>
          </th>
          <th scope="col">
            <Trans>Claim</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {coupons.map((coupon, index) => {
          const { prize, amount, expiresAt } = coupon
          const place = first + index + 1
          const label = prize.slice.label || prize.slice.code
          return (
            <tr key={place}>
              <td>{place}</td>
              <td className={styles.prize}>
                <span>
                  {label}
                  {prize.name && prize.name !== label && <small> {prize.name}</small>}
                </span>
                {expiresAt && (
                  <small>
                    <Trans>Until {formatDateTimeShort(expiresAt)}</Trans>
                  </small>
                )}
              </td>
              <td className={styles.amount}>{amount > 0 ? <Amount satang={amount} /> : '–'}</td>
              <td>
                <Button
                  size="slim"
                  disabled={disabled}
                  aria-label={t`Claim: ${label}`}
                  onClick={() => onClaim(coupon)}
                >
                  <Trans>Claim</Trans>
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
