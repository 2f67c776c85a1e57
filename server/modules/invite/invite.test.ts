import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus } from '#api/contract/bonus.ts'
import { claimInviteBonus, inviteBanners, listInvites } from '#api/contract/invite.ts'
import { addMoney, getWallet } from '#api/contract/wallet.ts'
import { settings } from '../../database/schema/site.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'

describeOnOne('inviting friends', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function inviterOf(friends: number) {
    const inviter = await server.newMember()
    for (let n = 0; n < friends; n += 1) {
      const friend = await server.newMember({ invitedBy: inviter.id, name: `Friend ${n}` })
      await friend.request(addMoney, { body: { amount: 100 } })
      await friend.request(addMoney, { body: { amount: 100 } })
      await server.play(friend, 20_000)
    }
    return inviter
  }

  test('each friend\u2019s first deposit pays once, and the bonus is claimed once', async () => {
    const inviter = await inviterOf(2)
    await server.newMember({ invitedBy: inviter.id, name: 'Has paid nothing in' })
    expect((await inviter.request(getWallet)).body.invite).toMatchObject({ amount: 100 })
    const { body } = await inviter.request(listInvites, { body: { page: 1, limit: 10 } })
    expect(body).toMatchObject({
      total: 2,
      friends: 3,
      invites: [
        { from: { name: 'Friend 1' }, amount: 50 },
        { from: { name: 'Friend 0' }, amount: 50 },
      ],
    })
    expect((await inviter.request(claimInviteBonus)).body).toEqual({
      amount: 100,
      message: 'INVITE_BONUS_SUCCESS',
    })
    expect(await inviter.wallet()).toBe(10_000)
    expect(await inviter.request(claimInviteBonus)).toMatchObject(refused('INVITE_COLLECT'))
    await server.expectBalancedLedger()
  })

  test('there is nothing to claim without friends, without deposits, or since the last claim', async () => {
    const inviter = await server.newMember()
    const claim = () => inviter.request(claimInviteBonus)
    expect(await claim()).toMatchObject(refused('NO_INVITE_BONUS'))
    const friend = await server.newMember({ invitedBy: inviter.id })
    expect(await claim()).toMatchObject(refused('NO_INVITEE_PLAY_INFO'))
    await friend.request(addMoney, { body: { amount: 100 } })
    expect(await claim()).toMatchObject(refused('NO_INVITEE_PLAY_INFO'))
    await server.play(friend, 10_000)
    expect((await claim()).body).toMatchObject({ amount: 50 })
    expect(await claim()).toMatchObject(refused('INVITE_COLLECT'))
    expect(await inviter.wallet()).toBe(5_000)
  })

  test('the list has ten friends per page, newest first', async () => {
    const inviter = await inviterOf(12)
    const page = async (number: number) =>
      (await inviter.request(listInvites, { body: { page: number, limit: 10 } })).body.invites.map(
        ({ from }) => from.name,
      )
    expect(await page(1)).toEqual(Array.from({ length: 10 }, (_, n) => `Friend ${11 - n}`))
    expect(await page(2)).toEqual(['Friend 1', 'Friend 0'])
    expect(await page(3)).toEqual([])
  })

  test('a repeated claim gets the first reply and pays nothing more', async () => {
    const inviter = await inviterOf(1)
    const key = randomUUID()
    const first = await inviter.request(claimInviteBonus, { key })
    expect((await inviter.request(claimInviteBonus, { key })).body).toEqual(first.body)
    expect(await inviter.wallet()).toBe(5_000)
  })

  test('two simultaneous claims are paid once', async () => {
    const inviter = await inviterOf(1)
    const answers = await Promise.all([inviter.request(claimInviteBonus), inviter.request(claimInviteBonus)])
    expect(answers.map(({ body }) => body.message).sort((a, b) => a.localeCompare(b))).toEqual([
      'INVITE_BONUS_SUCCESS',
      'INVITE_COLLECT',
    ])
    expect(await inviter.wallet()).toBe(5_000)
  })

  test('it cannot be claimed while a bonus is active, or after the site has stopped invite bonuses', async () => {
    const inviter = await inviterOf(1)
    await inviter.request(activateBonus, { params: { code: 'WELCOME' } })
    expect(await inviter.request(claimInviteBonus)).toMatchObject(refused('BONUS_REMAINING'))
    const value = { enabled: false, firstDeposit: 5_000, banners: ['/a.webp'] }
    await server.db.update(settings).set({ value }).where(eq(settings.key, 'invite'))
    expect(await inviter.request(claimInviteBonus)).toMatchObject(refused('INVITE_INACTIVE'))
    expect((await inviter.request(inviteBanners)).body).toEqual({ banners: ['/a.webp'] })
  })
})
