import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import './literal-values.tsx'

/** Names that a game, member, bank account, promotion or chat message may have. */
const hostile = [
  '<b>x</b>',
  '<0/>',
  '<0>x</0>',
  '<1/>',
  '</0>',
  '<br/>',
  '<0><0/></0>',
  '{name}',
  '{0}',
  "'{name}'",
  '#',
  '$lingui$_0',
  String.raw`\x3c0/\x3e`,
  String.raw`\u003cb\u003e`,
  String.raw`C:\new\x41`,
  '&lt;b&gt;',
  '<img src=x onerror=alert(1)>',
]

let complained: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  complained = vi.spyOn(console, 'error')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

function Sentences({ name }: { name: string }) {
  const { t } = useLingui()
  const times = 3
  return (
    <>
      <p title={t`Play ${name} now`}>
        <Trans>Play {name} now</Trans>
      </p>
      <p title={i18n._(msg`${name} was opened`)}>
        <Trans>
          <strong>{name}</strong> was opened by <a href="#top">you, {name}</a>
        </Trans>
      </p>
      <p>
        <Plural value={times} one={`${name} once`} other={`# times ${name}`} />
      </p>
      <p>
        <Trans>{name}</Trans>
      </p>
    </>
  )
}

test.each(hostile)('%j stands in a sentence as it is', async (name) => {
  const { container } = await render(
    <I18nProvider i18n={i18n}>
      <Sentences name={name} />
    </I18nProvider>,
  )
  const [first, second, third, fourth] = container.querySelectorAll('p')
  expect(first?.textContent).toBe(`Play ${name} now`)
  expect(first?.title).toBe(`Play ${name} now`)
  expect(first?.children).toHaveLength(0)
  expect(second?.textContent).toBe(`${name} was opened by you, ${name}`)
  expect(second?.title).toBe(`${name} was opened`)
  expect([...(second?.querySelectorAll('*') ?? [])].map(({ tagName }) => tagName)).toEqual(['STRONG', 'A'])
  expect(second?.querySelector('strong')?.textContent).toBe(name)
  expect(third?.textContent).toBe(`3 times ${name}`)
  expect(fourth?.textContent).toBe(name)
  expect(complained).not.toHaveBeenCalled()
})

test('a value is left unchanged in a compiled translation too', () => {
  i18n.loadAndActivate({
    locale: 'th',
    messages: {
      opened: ['เปิด ', ['name'], ' \\u0041'],
      many: [['count', 'plural', { other: ['#', ' ', ['name']] }]],
    },
  })
  const name = String.raw`\u003cb\x3e`
  expect(i18n._('opened', { name })).toBe(`เปิด ${name} A`)
  expect(i18n._('many', { count: 2, name })).toBe(`2 ${name}`)
})
