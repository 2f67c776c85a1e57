import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { linkFromOutside, pictureFromOutside } from '#lib/network/outside-address.ts'
import { classNames } from './class-names.ts'
import styles from './safe-html.module.css'

const purifier = DOMPurify()
const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '))
/** Text and its formatting. Elements not named here are removed, their text stays. */
const rules = {
  ALLOWED_TAGS: words(
    'h1 h2 h3 h4 h5 h6 p div span br hr wbr blockquote pre center ul ol li dl dt dd',
    'b strong i em u s del ins mark small sub sup code a img',
    'table caption thead tbody tfoot tr th td #text',
  ),
  ALLOWED_ATTR: words('href src alt lang start colspan rowspan'),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  // Inserted as nodes: serialising and parsing again can change what markup means (mutation XSS).
  RETURN_DOM_FRAGMENT: true as const,
}

interface SafeHtmlProps {
  /** Markup from outside. */
  html: string
  className?: string
}

/** Shows markup from outside without anything that could run, imitate the app, or track its reader. */
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

/** Opens links in a new tab, without referrer or opener. */
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

/** Removes direction overrides: Thai, Lao and English are all left to right, and reversed letters could disguise a word. */
function readForwards(text: Node): void {
  text.nodeValue = (text.nodeValue ?? '').replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')
}
