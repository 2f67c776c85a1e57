import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button/button.tsx'

/** A link from a sheet to the page of the active bonus. */
export function BonusLink() {
  return (
    <Link to="/user/bonus" replace className={buttonClass({ size: 'compact' })}>
      <Trans>See the bonus</Trans>
    </Link>
  )
}
