import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { linkFromOutside, pictureFromOutside } from '#lib/outside-address.ts'
import { classNames } from './class-names.ts'
import styles from './safe-html.module.css'

const purifier = DOMPurify()
const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '))
/** Words and their shape. What is not named here goes; the words in it stay. */
const rules = {
  ALLOWED_TAGS: words(
    'h1 h2 h3 h4 h5 h6 p div span br hr wbr blockquote pre center ul ol li dl dt dd',
    'b strong i em u s del ins mark small sub sup code a img',
    'table caption thead tbody tfoot tr th td #text',
  ),
  ALLOWED_ATTR: words('href src alt lang start colspan rowspan'),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Put into the page as it is: text that is read a second time may mean something else then.
  RETURN_DOM_FRAGMENT: true as const,
}

interface SafeHtmlProps {
  /** Markup from outside. */
  html: string
  className?: string
}

/** Shows markup from outside, without anything in it that could act, dress up as the app, or tell on its reader. */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.replaceChildren(clean(html)), [html])
  return <div ref={box} className={classNames(styles.html, className)} />
}

function clean(html: string): DocumentFragment {
  const fragment = purifier.sanitize(html, rules)
  for (const link of fragment.querySelectorAll('a')) leadOutside(link)
  for (const picture of fragment.querySelectorAll('img')) showOrSay(picture)
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) readForwards(texts.currentNode)
  return fragment
}

/** Links open outside, and learn nothing of where they were opened. */
function leadOutside(link: HTMLAnchorElement): void {
  const href = linkFromOutside(link.getAttribute('href') ?? '', location.origin)
  if (href === undefined) return link.removeAttribute('href')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
}

function showOrSay(picture: HTMLImageElement): void {
  const src = pictureFromOutside(picture.getAttribute('src') ?? '', location.origin)
  if (src === undefined) picture.replaceWith(picture.alt)
  else picture.src = src
}

/** Thai, Lao and English run one way. Marks that turn the letters around serve to show another word than is written. */
function readForwards(text: Node): void {
  text.nodeValue = (text.nodeValue ?? '').replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')
}
