import { Link } from '@tanstack/react-router'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { Brand, brandLinkClass } from '#ui/brand.tsx'
import styles from './-visitor-top.module.css'

/** Logo and languages, where a screen brings its own surface for them. */
export function VisitorTop() {
  return (
    <div className={styles.top}>
      <Link to="/" className={brandLinkClass}>
        <Brand />
      </Link>
      <LanguageSwitch />
    </div>
  )
}
