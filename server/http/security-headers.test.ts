import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { contentPolicy } from './security-headers.ts'

const config = parseConfig({})
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('of what stands inline in the page, just this may run and count', () => {
  const page = '<script>boot()</script><style>a{}\nb{}</style><script src="/assets/app.js"></script>'
  const policy = contentPolicy(config, page)
  expect(policy).toContain(`script-src 'self' ${hash('boot()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('a{}\nb{}')};`)
})

test('nothing inline is allowed by default, and nothing is evaluated', () => {
  expect(contentPolicy(config)).toMatch(/script-src 'self'; style-src 'self';/u)
  expect(contentPolicy(config)).not.toContain('unsafe')
})

test('text becomes markup or the address of a script by two policies alone', () => {
  expect(contentPolicy(config)).toContain(
    "; require-trusted-types-for 'script'; trusted-types champa dompurify",
  )
  expect(contentPolicy(config)).not.toContain('allow-duplicates')
})
