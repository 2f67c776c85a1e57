import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Button } from '#ui/button/button.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segments } from '#ui/form/segments.tsx'
import { SkeletonPart } from './skeleton-part.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

const nothing = () => undefined
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]

test.each(['th', 'lo', 'en'])('a form to come is as high as its skeleton: %s', async (lang) => {
  const screen = await render(
    <div lang={lang} style={{ inlineSize: '20rem', lineHeight: 'var(--leading)' }}>
      <SkeletonPart
        label="Loading"
        shape={['segments', 'label', 'amount', 'hint', 'label', 'field', 'chips', 'button']}
      />
      <form style={{ display: 'grid', gap: 'var(--space-3)' }}>
        <Segments id="s" label="Ways" options={options} value="a" onChange={nothing} />
        <Field label="Amount" fixed hint="From 1.00">
          <AmountControl large />
        </Field>
        <Field label="Name">
          <TextControl />
        </Field>
        <Choices label="Quick" layout="columns" options={options} value="a" onChange={nothing} />
        <Button size="money" wide>
          Send
        </Button>
      </form>
    </div>,
  )
  const [skeleton, form] = [
    screen.getByText('Loading').element().parentElement,
    document.querySelector('form'),
  ]
  const height = (part?: Element | null) => part?.getBoundingClientRect().height ?? 0
  expect(Math.abs(height(skeleton) - height(form))).toBeLessThanOrEqual(6)
})
