import { useSiteInfo } from '#data/site/use-site-info.ts'
import { appVersion } from '#lib/version.ts'
import styles from './credit-line.module.css'

const year = new Date().getFullYear()

/** The owner of the site, and the version of the app. */
export function CreditLine() {
  const info = useSiteInfo()
  return (
    <footer className={styles.credit}>
      © {year} {info?.website || info?.name} · {appVersion}
    </footer>
  )
}
