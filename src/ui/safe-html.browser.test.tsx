import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SafeHtml } from './safe-html.tsx'

const shown = async (html: string) => (await render(<SafeHtml html={html} />)).container.innerHTML

test('keeps words and their shape', async () => {
  expect(await shown('<h2>Rules</h2><p>One <b>wallet</b></p>')).toContain(
    '<h2>Rules</h2><p>One <b>wallet</b></p>',
  )
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<img src="x" onerror="alert(1)">'],
  ['a script address', '<a href="javascript:alert(1)">x</a>'],
  ['a form', '<form action="https://evil.example"><input name="password"></form>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ['styles', '<style>body{display:none}</style><p style="position:fixed">x</p>'],
  ['drawn markup', '<svg><a href="https://evil.example">x</a></svg>'],
])('lets no %s through', async (_, html) => {
  expect(await shown(html)).not.toMatch(/script|onerror|form|input|iframe|style=|svg|display/u)
})

test('links open outside', async () => {
  const html = await shown('<a href="https://elsewhere.example" target="_top">x</a>')
  expect(html).toContain('target="_blank"')
  expect(html).toContain('noopener')
})
