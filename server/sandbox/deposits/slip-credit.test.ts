import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../database/query.ts'
import { slips } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'

describeOnOne('slips of one transfer on the console', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  test('it is said which of them credited it', async () => {
    const { id: memberId, wallet } = await server.newMember()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    // Two at one time, and one later.
    const references = [randomUUID(), randomUUID(), randomUUID()]
    for (const reference of references) {
      await transact(server.db, (tx) =>
        tx.insert(slips).values({ memberId, reference, bankReference: '014:SAME', ...file }),
      )
      if (reference === references[2]) server.clock.advance(1000)
      await server.submitSeen('/slips/settle', { reference, amount: '250' })
    }
    expect(await wallet()).toBe(25_000)
    const page = await (await server.app.request('/sandbox/slips')).text()
    expect(page.match(/SUCCESS\s+250\.00/gu)).toHaveLength(3)
    expect(page.match(/<small>credited by this slip<\/small>/gu)).toHaveLength(1)
    expect(page.match(/<small>not by this slip: credited before<\/small>/gu)).toHaveLength(2)
    // The newest is the first.
    expect(page.indexOf('credited before')).toBeLessThan(page.indexOf('credited by this slip'))
  })
})
