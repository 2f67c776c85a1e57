import { beforeAll, expect, test } from 'vitest'
import { trueLinks } from '../database/schema/deposits.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { slipIn } from '../deposits/test-transfers.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'

describeOnOne('rows of what may be decided', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    for (const username of ['0811111111', '0822222222']) {
      const memberId = await addMember(server.db, { username })
      const bank = { bankCode: '014', bankAccountNo: '1', bankAccountName: '<button> & <input>' }
      await slipIn(server, memberId, `014:SEEN${username}`)
      await server.db
        .insert(trueLinks)
        .values({ memberId, codeHash: username.padStart(43, '0'), walletAccountName: username })
      await server.db
        .insert(withdrawals)
        .values({ memberId, ...bank, amount: 100, status: 'settled', contradictedAt: server.clock.now() })
    }
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const partOf = (page: string, id: string) => page.split(`<h2 id="${id}">`)[1]?.split('</section>')[0] ?? ''
  const textOf = (html: string) => html.replaceAll(/<[^>]*>/gu, ' ')

  test.each([
    ['/sandbox', 'contradicted'],
    ['/sandbox/slips', 'slips'],
    ['/sandbox/slips', 'gifts'],
  ])('%s, %s: each control that is seen is described by its own row', async (path, id) => {
    const page = await look(path)
    const rows = partOf(page, id).match(/<tr>\s*<td id[^]*?<\/tr>/gu) ?? []
    expect(rows).toHaveLength(2)
    const told = rows.map((row) => {
      const [, , act = ''] = row.split(/<td\b[^>]*>/u).slice(1)
      const controls = act.match(/<(?:button|select|input(?! type="hidden"))[^>]*>/gu) ?? []
      expect(controls.length).toBeGreaterThan(1)
      const ids = new Set(controls.map((control) => /aria-describedby="([^"]+)"/u.exec(control)?.[1] ?? ''))
      return [...ids].flatMap((all) =>
        all.split(' ').map((one) => {
          const [, ...found] = page.split(`id="${one}">`)
          expect(found).toHaveLength(1)
          return textOf(found[0]?.split('</td>')[0] ?? '')
        }),
      )
    })
    for (const cells of told) expect(cells).toHaveLength(2)
    expect(told.map(([who]) => /\d{10}/u.exec(who ?? '')?.[0]).toSorted()).toEqual([
      '0811111111',
      '0822222222',
    ])
  })

  test('a name that looks like a control is none', async () => {
    expect(partOf(await look('/sandbox'), 'contradicted')).toContain('&lt;button&gt; &amp; &lt;input&gt;')
  })
})
