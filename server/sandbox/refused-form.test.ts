import { beforeAll, expect, test } from 'vitest'
import { incomingTransfers, trueLinks } from '../database/schema/deposits.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { slipIn } from '../deposits/test-transfers.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { formsOn } from './test-console-forms.ts'

const phone = '0800<1>'

describeOnOne('a form of the console that is refused', (open) => {
  let server: TestServer
  /** Of rows with the same form, two each. */
  const ids = { slips: [] as string[], gifts: [] as string[], unclaimed: [] as string[] }

  beforeAll(async () => {
    server = await openTestServer(open)
    const memberId = await addMember(server.db)
    for (const name of ['1', '2']) {
      await slipIn(server, memberId, `014:REFUSED00${name}`)
      const codeHash = name.padStart(43, '0')
      await server.db.insert(trueLinks).values({ memberId, codeHash, walletAccountName: '' })
      ids.gifts.push(codeHash)
      const row = { channel: '', source: 'feed', reference: name, amount: 100 } as const
      const [kept] = await server.db.insert(incomingTransfers).values(row).returning()
      ids.unclaimed.push(kept?.id ?? '')
    }
    const page = await (await server.app.request('/sandbox/slips')).text()
    for (const form of formsOn(page))
      if (form.action === '/sandbox/slips/settle') ids.slips.push(form.fields[0]?.values[0] ?? '')
  })

  const made = { from: 'other', to: 'other', minutes: '61', bank: 'unknown' }
  const forms: Record<string, () => [path: string, fields: Record<string, string>]> = {
    'a transfer to nobody': () => [
      '/transfers',
      { phone, amount: '5', channel: 'TRUEWALLET', told: 'later' },
    ],
    'a transfer of no amount': () => ['/transfers', { phone, amount: '1e3', channel: 'SCB', told: 'now' }],
    'a credit to nobody': () => ['/unclaimed/credit', { id: ids.unclaimed[1] ?? '', phone }],
    'a slip of no amount': () => ['/slips/settle', { reference: ids.slips[1] ?? '', amount: 'x"' }],
    'a gift of no amount': () => [
      '/slips/gift',
      { code: ids.gifts[1] ?? '', amount: '0', verdict: 'settle' },
    ],
    'a slip made for nobody': () => ['/slips/make', { phone, amount: '7', ...made }],
    'a spin of nobody': () => ['/wheel/landing', { phone, slice: 'B500' }],
    'a game of nobody': () => ['/rules/play', { phone, amount: '7' }],
  }

  test.each(Object.entries(forms))(
    '%s: keeps what was typed, and no other form has it',
    async (_, formOf) => {
      const [path, typed] = formOf()
      const { status, page } = await server.submitForm(path, typed)
      expect(status).toBe(422)
      expect(page).toMatch(/role="alert"[^>]*>Nothing was/u)
      expect(page).not.toContain('console.js')
      const kept = formsOn(page).flatMap(({ action, fields }) => {
        const shown = fields.filter(({ name }) => ['phone', 'amount'].includes(name))
        const has = shown.some(({ name, values }) => values.length > 0 && values[0] === typed[name])
        return has ? [{ action, fields }] : []
      })
      expect(kept.map(({ action }) => action)).toEqual([`/sandbox${path}`])
      for (const [name, value] of Object.entries(typed))
        expect(kept[0]?.fields.find((field) => field.name === name)?.values).toContain(value)
    },
  )

  test('what was chosen from a list stays chosen', async () => {
    const [path, typed] = forms['a slip made for nobody']?.() ?? ['', {}]
    const { page } = await server.submitForm(path, typed)
    expect([...page.matchAll(/value="(\w+)" selected/gu)].map(([, value]) => value)).toEqual(
      Object.values(made),
    )
  })
})
