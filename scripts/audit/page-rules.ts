import { type Finding, judge } from './finding.ts'

/** What the page's HTML must contain before any script runs. */
export function judgePage(html: string): Finding[] {
  const tags = [...html.matchAll(/<(?:html|meta|link)\b[^>]*>/gu)].map(([tag]) => attributes(tag))
  const meta = (name: string) => tags.filter((tag) => tag['name'] === name)
  const link = (rel: string) => tags.find((tag) => tag['rel'] === rel)?.['href'] ?? ''
  const viewport = meta('viewport')[0]?.['content'] ?? ''
  const themes = meta('theme-color')
  const [, title = ''] = /<title>([^<]*)<\/title>/u.exec(html) ?? []
  const schemes = ['light', 'dark'].map((scheme) => themes.find((one) => one['media']?.includes(scheme)))
  return [
    judge('language', Boolean(tags[0]?.['lang']), tags[0]?.['lang'] ?? '', 'Name it on <html lang>.'),
    judge('title', title.trim().length > 0, title, 'Give the page a title.'),
    judge(
      'description',
      Boolean(meta('description')[0]?.['content']),
      meta('description')[0]?.['content'] ?? '',
      'Say in a sentence what the site is.',
    ),
    judge(
      'viewport',
      viewport.includes('width=device-width') && !/user-scalable=no|maximum-scale=1\b/u.test(viewport),
      viewport,
      'Set width=device-width, and let people zoom.',
    ),
    judge(
      'theme-color by day and by night',
      schemes.every((one) => one?.['content']) && schemes[0]?.['content'] !== schemes[1]?.['content'],
      themes.map((one) => `${one['content']} ${one['media'] ?? ''}`).join(', '),
      'Name one for (prefers-color-scheme: light) and one for dark.',
    ),
    judge('icon', link('icon') !== '', link('icon'), 'Link an icon.'),
    judge(
      'apple-touch-icon',
      link('apple-touch-icon') !== '',
      link('apple-touch-icon'),
      'iPhones take this one.',
    ),
    judge('manifest', link('manifest') !== '', link('manifest'), 'Link the manifest.'),
  ]
}

function attributes(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value]),
  )
}
