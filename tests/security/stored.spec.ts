import { storageKeys } from '../../src/lib/storage-keys.ts'
import { collectFaults, enter, expect, test } from '../support/fixtures.ts'

const broken = [
  '{',
  '',
  'null',
  '[]',
  '{"state":{},"mark":7,"entries":[]}',
  '{"buster":"","answers":[{"queryKey":["wallet"],"data":{},"updatedAt":1}]}',
  '"<img src=x onerror=alert(1)>"',
  '1e999',
]

test('broken things in the storage are passed over and replaced', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const member = await newMember(77)
  const faults = collectFaults(context)
  const { token, ...others } = storageKeys
  for (const text of broken) {
    await page.goto('/robots.txt')
    await page.evaluate(
      ({ keys, text }) => {
        for (const key of keys) {
          localStorage.setItem(key, text)
          sessionStorage.setItem(key, text)
        }
      },
      { keys: Object.values(others), text },
    )
    await page.evaluate((key) => localStorage.removeItem(key), token)
    faults.length = 0
    await page.goto('/register')
    await expect(app.heading('Create your account'), text).toBeVisible()
    await enter(page, member)
    await app.expectBalance('77.00')
    expect(faults, text).toEqual([])
  }
})

test('what a member sees again is what the server said, not what was put there', async ({
  page,
  app,
  newMember,
}) => {
  const member = await newMember(77)
  await enter(page, member)
  await app.expectBalance('77.00')
  await page.evaluate((key) => {
    const wallet = JSON.parse(localStorage.getItem(key) ?? '') as { wallet: { amount: unknown } }
    localStorage.setItem(key, JSON.stringify({ ...wallet, wallet: { amount: 'a fortune' } }))
  }, storageKeys.userInfo)
  await page.reload()
  await app.expectBalance('77.00')
  const kept = await page.evaluate((key) => localStorage.getItem(key), storageKeys.userInfo)
  expect(kept).not.toContain('a fortune')
})
