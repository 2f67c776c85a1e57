import { storageKeys } from '../../src/lib/storage-keys.ts'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'

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

test('broken values in storage are ignored and replaced', async ({ page, context, app, newMember }) => {
  const member = await newMember(77)
  const pageErrors = collectPageErrors(context)
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
    pageErrors.length = 0
    await page.goto('/register')
    await expect(app.heading('Create your account'), text).toBeVisible()
    await signInAs(page, member)
    await app.expectBalance('77.00')
    expect(pageErrors, text).toEqual([])
  }
})

test('a manipulated stored wallet is not shown', async ({ page, app, newMember }) => {
  const member = await newMember(77)
  await signInAs(page, member)
  await app.expectBalance('77.00')
  // It is kept a moment after it is shown.
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, storageKeys.userInfo)
  await page.evaluate((key) => {
    const wallet = JSON.parse(localStorage.getItem(key) ?? '') as { wallet: { amount: unknown } }
    localStorage.setItem(key, JSON.stringify({ ...wallet, wallet: { amount: 'a fortune' } }))
  }, storageKeys.userInfo)
  await page.reload()
  await app.expectBalance('77.00')
  const kept = () => page.evaluate((key) => localStorage.getItem(key) ?? 'nothing', storageKeys.userInfo)
  await expect.poll(kept).not.toMatch(/a fortune|nothing/u)
})
