import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { judgePicture } from './files.ts'
import { attempt, judge, skipped } from './finding.ts'
import { countOf, linesOf, markdownOf } from './report.ts'

const sections = [
  {
    title: 'Manifest',
    findings: [
      judge('name', true, 'Champa', 'Give it a name.'),
      judge('display', false, 'a|b <i>', 'Set standalone.'),
      skipped('sharing', 'needs a member'),
    ],
  },
]

test('the report says what failed and what to do, and leaves nothing out', () => {
  expect(linesOf(sections[0] ?? { title: '', findings: [] }).split('\n')).toEqual([
    '',
    'Manifest',
    '  ✓ name: Champa',
    '  ✗ display: a|b <i>',
    '      → Set standalone.',
    '  – sharing: needs a member',
  ])
  expect(countOf(sections, 'fail')).toBe(1)
  const report = markdownOf(sections, 'Here, today.')
  expect(report).toContain('1 passed, 1 failed, 1 skipped')
  expect(report).toContain('- **Manifest: display.** Set standalone.')
  expect(report).toContain(String.raw`| ✗ | display | a\|b &lt;i> | Set standalone. |`)
})

test('a check that throws fails with the error’s first line', async () => {
  const fails = () => Promise.reject(new Error('no wallet\nat a.ts'))
  expect(await attempt('home', 'Mend it.', fails)).toEqual({
    rule: 'home',
    outcome: 'fail',
    saw: 'no wallet',
    todo: 'Mend it.',
  })
})

test('a picture matches its declaration', () => {
  const png = (size: number, alpha: number) => {
    const picture = new PNG({ width: size, height: size })
    picture.data.fill(alpha)
    return PNG.sync.write(picture)
  }
  const outcome = (sizes: string, purpose: string, served: string, bytes: Uint8Array, type = 'image/png') =>
    judgePicture({ src: '/icon.png', sizes, type, purpose }, served, bytes).outcome
  expect(outcome('32x32', 'any', 'image/png', png(32, 0))).toBe('pass')
  expect(outcome('32x32', 'maskable', 'image/png', png(32, 255))).toBe('pass')
  expect(outcome('32x32', 'maskable', 'image/png', png(32, 0))).toBe('fail')
  expect(outcome('192x192', 'any', 'image/png', png(32, 255))).toBe('fail')
  expect(outcome('32x32', 'any', '404', png(32, 255))).toBe('fail')
  expect(outcome('32x32', 'any', '404', png(32, 255), '')).toBe('fail')
  expect(outcome('32x32', 'any', 'image/png', new Uint8Array([1, 2, 3]))).toBe('fail')
})
