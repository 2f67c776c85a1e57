import { Link } from '@tanstack/react-router'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/brand.tsx'
import styles from './-visitor-top.module.css'

/** Logo and languages on a screen's own surface. */
export function VisitorTop() {
  return (
    <div className={styles.top}>
      <Link to="/" className={brandLinkClass}>
        <SiteBrand />
      </Link>
      <LanguageSwitch />
    </div>
  )
}
