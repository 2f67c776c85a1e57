import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { login } from '#api/contract/login.ts'
import { members } from '../../database/schema/members.ts'
import { addMember, type Open } from '../../database/test-database.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'

export const password = 'ลูกแมว 1234'

/** A server behind a proxy, and members who sign in there with `password`. */
export function openSessionServer(open: Open) {
  let t: TestApp
  let passwordHash: string
  beforeAll(async () => {
    t = await openTestApp(open, { settings: { TRUST_PROXY: 'on' } })
    passwordHash = await t.context.passwords.hash(password)
  })

  async function newMember(values = {}) {
    const id = await addMember(t.db, { passwordHash, ...values })
    const [member] = await t.db.select().from(members).where(eq(members.id, id))
    const username = member?.username ?? ''
    const request = await t.client()
    return {
      id,
      username,
      logIn: (given = password, from = username) =>
        request(login, { body: { username: from, password: given } }),
    }
  }

  return {
    get program() {
      return t
    },
    newMember,
  }
}
