import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button/button.tsx'

/** A link from a sheet to the page that says how to reach the staff. */
export function ContactLink() {
  return (
    <Link to="/user/contact" replace className={buttonClass({ size: 'compact' })}>
      <Trans>Contact us</Trans>
    </Link>
  )
}
