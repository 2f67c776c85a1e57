import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import styles from './safe-html.module.css'

const purifier = DOMPurify()
const rules = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'iframe',
    'object',
    'embed',
    'video',
    'audio',
  ],
  FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset'],
  ALLOW_DATA_ATTR: false,
}

// Links from outside open outside, and learn nothing of where they were opened.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer nofollow')
})

interface SafeHtmlProps {
  /** Markup from outside. */
  html: string
  className?: string
}

/** Shows markup from outside, without anything in it that could act, dress up as the app, or frame another page. */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  const clean = useMemo(() => ({ __html: purifier.sanitize(html, rules) }), [html])
  return <div className={classNames(styles.html, className)} dangerouslySetInnerHTML={clean} />
}
