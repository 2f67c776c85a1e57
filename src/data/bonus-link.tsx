import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'

/** Out of a sheet to the page where the bonus in use is. */
export function BonusLink() {
  return (
    <Link to="/user/bonus" replace className={buttonClass({ size: 'compact' })}>
      <Trans>See the bonus</Trans>
    </Link>
  )
}
