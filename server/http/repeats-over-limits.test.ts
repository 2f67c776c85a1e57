import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { describeOnOne } from '../database/test-database.ts'
import { routes } from '../routes.ts'
import { moneyOperations } from '../test-gathered-cases.ts'
import { openTestServer, refused, type TestServer } from '../modules/test-server.ts'
import { answerError } from './answer.ts'
import { mountRoutes } from './mount-routes.ts'
import { requestLog } from './request-log.ts'
import type { ServerEnv } from './server-env.ts'
import { clientOf } from './test-app.ts'

const tooMany = refused('REQUEST_LIMIT', 429)

describeOnOne('a repeat of what is done, over the limit of its call', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** The same server, where each call may be made once a minute. */
  function serveOnceAMinute(config = server.context.config): Hono<ServerEnv> {
    const hono = new Hono<ServerEnv>()
    hono.use(requestLog(server.context))
    mountRoutes(
      hono,
      { ...server.context, config },
      routes.map((route) => ({ ...route, perMinute: 1 })),
    )
    hono.onError((error, c) => answerError(c, error, c.get('log')))
    return hono
  }

  test.each(moneyOperations.flatMap(({ call, cases }) => cases.map((one) => [call.id, ...one] as const)))(
    '%s, %s: gets its first answer, where a new one is refused',
    async (_, _name, bringAbout) => {
      const member = await server.newMember({ wallet: 100_000 })
      const send = await bringAbout({ server, member })
      const hono = serveOnceAMinute()
      const request = clientOf(hono, member.request.token)
      const key = randomUUID()
      const { status, body } = await send(request, key)
      // One that goes on after its answer has its own when it has ended.
      const repeat = async () => {
        await expect.poll(async () => (await send(request, key)).status).not.toBe(409)
        return send(request, key)
      }
      expect(await repeat()).toMatchObject({ status, body })
      expect(await send(request, randomUUID())).toMatchObject(tooMany)
      expect(await repeat()).toMatchObject({ status, body })
    },
  )

  test('counts as a request all the same: of a member’s a minute', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    const hono = serveOnceAMinute({ ...server.context.config, requestsPerMinute: 5 })
    const request = clientOf(hono, member.request.token)
    const key = randomUUID()
    const repeat = () => request(activatePromotion, { params: { code: 'CHAMPA50' }, key })
    for (let n = 0; n < 5; n += 1) expect((await repeat()).status).toBe(200)
    expect(await repeat()).toMatchObject(tooMany)
  })

  test('a promotion: twenty codes a minute, and the one that was claimed answers as it did', async () => {
    const { request } = await server.newMember({ wallet: 100_000 })
    const claim = (code: string, key = randomUUID()) => request(activatePromotion, { params: { code }, key })
    const key = randomUUID()
    const { status, body } = await claim('CHAMPA50', key)
    expect(status).toBe(200)
    for (let n = 1; n < 20; n += 1) expect((await claim(`NOBODY_${n}`)).status).toBe(404)
    expect(await claim('NOBODY_20')).toMatchObject(tooMany)
    expect(await claim('CHAMPA50', key)).toMatchObject({ status, body })
    expect(await claim('NOBODY_20', key)).toMatchObject(refused('IDEMPOTENCY_MISMATCH', 422))
  })

  test('a new password: ten a minute, and the change that was made answers as it did', async () => {
    const passwordHash = await server.context.passwords.hash('secret-0')
    const { request } = await server.newMember({ passwordHash })
    const change = (from: number, key: string) =>
      request(changePassword, {
        body: { oldPassword: `secret-${from}`, newPassword: `secret-${from + 1}` },
        key,
      })
    const key = randomUUID()
    expect((await change(0, key)).status).toBe(200)
    for (let n = 0; n < 10; n += 1) expect((await change(0, key)).status).toBe(200)
    for (let n = 1; n < 10; n += 1) expect((await change(n, randomUUID())).status).toBe(200)
    expect(await change(10, randomUUID())).toMatchObject(tooMany)
    expect(await change(0, key)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
  })
})
