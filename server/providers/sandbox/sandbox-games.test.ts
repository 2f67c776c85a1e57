import { onTestFinished, test, expect } from 'vitest'
import { transfer } from '#api/contract/wallet.ts'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/game-account.ts'
import { MINUTE } from '../../clock.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { settleGamePasswords } from '../../jobs/settle-game-passwords.ts'
import { openTestServer } from '../../modules/test-server.ts'

describeOnOne('the sandbox’s games', (open) => {
  test('have what a transfer under way has not taken out yet, and what it has brought already', async () => {
    const server = await openTestServer(open)
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    const { games } = server.context.providers
    const own = games.move
    onTestFinished(() => void (games.move = own))
    const silence = new Error('socket hang up')
    const player = { gameCode: 'PG', memberId: member.id, username: `pg${member.id}` }
    const move = async (from: string, to: string, amount: number) =>
      (await member.request(transfer, { body: { from, to, amount } })).status
    const told = () => games.balance(player)
    await move('WALLET', 'PG', 400)
    expect(await told()).toBe(40_000)
    games.move = () => Promise.reject(silence)
    expect(await move('PG', 'WALLET', 300)).toBe(202)
    expect(await move('WALLET', 'PG', 200)).toBe(202)
    expect(await told()).toBe(40_000)
    games.move = async (one) => {
      await own(one)
      throw silence
    }
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await told()).toBe(30_000)
    games.move = own
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await member.gameBalance('PG')).toBe(30_000)
    expect(await told()).toBe(30_000)
  })

  test('let the player in by the password that is shown, also while their answer to it is lost', async () => {
    const server = await openTestServer(open)
    const { request } = await server.newMember()
    const slot = { params: { slot: 'JOKER' } }
    await request(activateGame, slot)
    await server.submitForm('/switches', { name: 'game:JOKER:lost' })
    expect((await request(resetGamePassword, slot)).status).toBe(409)
    const signIn = async () => {
      const { username, password } = (await request(getGameAccount, slot)).body
      return (await server.submitForm('/games/JOKER', { username, password })).status
    }
    expect(await signIn()).toBe(303)
    server.clock.advance(MINUTE)
    await runJob(server.context, settleGamePasswords)
    expect((await request(getGameAccount, slot)).body.unconfirmed).toBeUndefined()
    expect(await signIn()).toBe(303)
  })
})
