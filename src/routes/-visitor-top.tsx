import { Link } from '@tanstack/react-router'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/art/brand.tsx'
import { OutsideNotice } from './-outside-notice.tsx'
import { useChatBadge } from './-use-chat-badge.tsx'
import { ChatIcon } from './-chat-entry.tsx'
import styles from './-visitor-top.module.css'

/** Logo, chat and languages on a screen's own surface, whose height has room for the notice. */
export function VisitorTop() {
  return (
    <div>
      <div className={styles.top}>
        <Link to="/" className={brandLinkClass}>
          <SiteBrand />
        </Link>
        <ChatIcon badge={useChatBadge()} />
        <LanguageSwitch />
      </div>
      <OutsideNotice />
    </div>
  )
}
