import { expect, test } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { login } from '#api/contract/login.ts'
import { beginPasskey } from '#api/contract/passkey.ts'
import { DAY, HOUR, MINUTE } from '../../clock.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestApp } from '../../http/test-app.ts'
import { refused } from '../test-server.ts'

describeOnOne('the password of a member who is signed in', (open) => {
  test('whoever holds a token tries no more than a hundred a day, in whatever way; the sign-in is not affected', async () => {
    const t = await openTestApp(open, { seeded: true })
    const username = '0612345678'
    const id = await addMember(t.db, { username, passwordHash: await t.context.passwords.hash('old') })
    const request = await t.client(id)
    const visitor = await t.client()
    const change = (oldPassword: string) =>
      request(changePassword, { body: { oldPassword, newPassword: 'petal-and-river-9' } })
    const add = (password: string) => request(beginPasskey, { body: { password } })
    const exclude = (password: string) =>
      request(takeBreak, { body: { kind: 'exclusion', months: 6, password } })
    const ways = [change, add, exclude] as const
    // Right after a sign-in no password is asked for.
    t.clock.advance(HOUR)
    for (let n = 0; n < 100; n += 1) {
      if (n % 20 === 0) t.clock.advance(MINUTE)
      expect(await ways[n % 3]!(`guess-${n}`)).toMatchObject(refused('WRONG_PASSWORD'))
    }
    t.clock.advance(MINUTE)
    for (const way of ways) expect(await way('old')).toMatchObject(refused('REQUEST_LIMIT', 429))
    expect((await visitor(login, { body: { username, password: 'old' } })).status).toBe(200)
    t.clock.advance(DAY)
    expect((await change('old')).status).toBe(200)
  })
})
