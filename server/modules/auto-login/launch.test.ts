import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { autoLogin } from '#api/contract/auto-login.ts'
import { transfer, transferAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { createApp } from '../../app.ts'
import { MINUTE } from '../../clock.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { createProviders } from '../../providers/create-providers.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { createTicketStore } from '../../providers/sandbox/ticket-store.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'

describeOnEmbedded('launching games', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function player(slot: string) {
    const member = await server.newMember({ wallet: 100_000 })
    const { body } = await member.request(activateGame, { params: { slot } })
    return { ...member, ...body }
  }
  const look = async (path: string) => {
    const response = await server.app.request(path)
    return {
      status: response.status,
      to: response.headers.get('location') ?? '',
      text: await response.text(),
    }
  }
  const round = (text: string) => /name="round" value="([^"]+)"/u.exec(text)?.[1] ?? ''

  test('a link signs in once, and expires soon', async () => {
    const { request, username } = await player('PG')
    const link = async () => (await request(autoLogin, { params: { game: 'pg', username } })).body.link
    const first = new URL(await link())
    expect(first.pathname).toBe('/sandbox/games/PG')
    const arrived = await look(first.pathname + first.search)
    expect(arrived).toMatchObject({ status: 303 })
    expect((await look(arrived.to)).text).toContain(username)
    expect(await look(first.pathname + first.search)).toMatchObject({ status: 403 })

    const second = new URL(await link())
    expect((await look(`/sandbox/games/JOKER${second.search}`)).status).toBe(403)
  })

  test('a link works at whichever process is asked, once in all of them', async () => {
    const { request, username } = await player('PG')
    const { context } = server
    const providers = createProviders(context.config, context.db, context.keys, context.clock)
    const other = createApp({ ...context, providers })
    const { pathname, search } = new URL(
      (await request(autoLogin, { params: { game: 'pg', username } })).body.link,
    )
    const arrived = await other.request(pathname + search)
    expect(arrived.status).toBe(303)
    expect((await look(arrived.headers.get('location') ?? '')).text).toContain(username)
    expect(await look(pathname + search)).toMatchObject({ status: 403 })
    expect((await other.request(pathname + search)).status).toBe(403)
  })

  test('who a ticket stands for cannot be made up, nor can one be used for something else or for ever', async () => {
    const { db, keys } = server.context
    let time = 0
    const office = (name: string) =>
      createTicketStore<{ memberId: string }>({
        db,
        keys,
        name,
        lifetime: MINUTE,
        clock: { now: () => new Date(time) },
      })
    const ticket = office('launch').issue({ memberId: 'M1' })
    expect(office('launch').find(ticket)).toEqual({ memberId: 'M1' })
    expect(office('visit').find(ticket)).toBeNull()
    for (const made of [
      '',
      'enc1.',
      ticket.slice(0, -2),
      JSON.stringify({ holder: { memberId: 'M1' }, goodUntil: 1e15 }),
    ])
      expect(await office('launch').take(made)).toBeNull()
    time = MINUTE
    expect(office('launch').find(ticket)).toBeNull()
  })

  test('a ticket is taken once, also where the clocks of two processes differ', async () => {
    const { db, keys } = server.context
    const office = (time: number) =>
      createTicketStore<{ memberId: string }>({
        db,
        keys,
        name: 'launch',
        lifetime: MINUTE,
        clock: { now: () => new Date(time) },
      })
    const [behind, ahead] = [office(0), office(10 * MINUTE)]
    const ticket = ahead.issue({ memberId: 'M1' })
    expect(await ahead.take(ticket)).toEqual({ memberId: 'M1' })
    expect(await behind.take(ticket)).toBeNull()
  })

  test('a link ends a minute after it was made, by the clock that all processes share', async () => {
    const { request, username } = await player('PG')
    const { pathname, search } = new URL(
      (await request(autoLogin, { params: { game: 'pg', username } })).body.link,
    )
    server.clock.advance(MINUTE + 1)
    expect((await look(pathname + search)).status).toBe(403)
  })

  test.each(['javascript:alert(1)', 'not an address', 'data:text/html,x', 'https://', ''])(
    'a provider’s link %j is none',
    async (link) => {
      const { request, username } = await player('PG')
      const { games } = server.context.providers
      const own = games.launchLink.bind(games)
      games.launchLink = () => Promise.resolve(link)
      onTestFinished(() => void (games.launchLink = own))
      expect(await request(autoLogin, { params: { game: 'pg', username } })).toMatchObject(
        refused('GAME_ACTIVATION_FAIL'),
      )
    },
  )

  test('a link is only for the member\u2019s own account in a game that has links', async () => {
    const { request, username } = await player('PG')
    const other = await player('PG')
    const as = (game: string, name: string, password?: string) =>
      request(autoLogin, { params: { game, username: name, password } })
    expect(await as('pg', other.username)).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await as('pg', username, 'wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await as('joker', username)).toMatchObject(refused('NO_GAME'))
    expect(await as('askmebet', username)).toMatchObject(refused('SLOT_NO_ACCOUNT'))
    server.context.providers.sandbox?.switches.toggle('game:PG')
    expect(await as('pg', username)).toMatchObject(refused('GAME_ACTIVATION_FAIL'))
  })

  test('HUAYHD requires the password', async () => {
    const { request, username, password } = await player('HUAYHD')
    const params = { game: 'huayhd', username }
    expect(await request(autoLogin, { params })).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect((await request(autoLogin, { params: { ...params, password } })).status).toBe(200)
    expect(server.logged.join('\n')).not.toContain(password)
  })

  test('a form signs in with name and password, and UFABET has additional fields', async () => {
    const { username, password, event } = await player('UFABET')
    const submit = (fields: Record<string, string>) => server.submitForm('/games/UFABET', fields)
    expect((await submit({ username, password })).status).toBe(401)
    expect((await submit({ username, password: 'wrong', ...event })).status).toBe(401)
    const arrived = await submit({ username, password, ...event })
    expect(arrived.status).toBe(303)
    const page = await look(arrived.to)
    expect(page.text).toContain('__VIEWSTATE')
    expect(page.text).not.toContain(password)
    expect(server.logged.join('\n')).not.toContain(password)
  })

  test('the provider records the player, the balance and the launch method', async () => {
    const { request, username, password } = await player('JOKER2')
    await request(transfer, { body: { from: 'WALLET', to: 'JOKER2', amount: 250 } })
    const { body } = await request(autoLogin, { params: { game: 'joker2', username, password } })
    const { pathname, search } = new URL(body.link)
    await look((await look(pathname + search)).to)
    const known = (await look(pathname)).text
    expect(known).toMatch(
      new RegExp(
        `<td>${username}</td><td data-head="By">one-time link</td><td data-head="With">250.00\u00A0฿</td>`,
        'u',
      ),
    )
    expect(known).toMatch(new RegExp(`<td>${username}</td><td>250.00\u00A0฿</td><td>made</td>`, 'u'))
    expect(known).not.toContain(password)
    expect((await look('/sandbox/games/JOKER2/android')).text).toContain('Android')
    expect((await look('/sandbox/games/JOKER2/windows')).status).toBe(404)
  })

  test('wins and losses are in the ledger, each round once', async () => {
    const member = await player('JOKER')
    await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
    const { username, password } = member
    const { to } = await server.submitForm('/games/JOKER', { username, password })
    const visit = new URL(to, 'http://localhost').searchParams.get('visit') ?? ''
    const play = async (result: string, amount: string, again?: string) => {
      const fields = { visit, result, amount, round: again ?? round((await look(to)).text) }
      return { ...(await server.submitForm('/games/JOKER/rounds', fields)), round: fields.round }
    }
    const won = await play('win', '50.25')
    expect(won.to).toContain('flash=won')
    await play('win', '50.25', won.round)
    expect(await member.gameBalance('JOKER')).toBe(15_025)
    expect((await play('lose', '30')).to).toContain('flash=lost')
    expect((await play('lose', '1000')).to).toContain('flash=short')
    expect((await play('win', '1e3')).to).toContain('amount=1e3&flash=amount')
    expect(await member.gameBalance('JOKER')).toBe(12_025)
    server.clock.advance(MINUTE)
    await server.expectBalancedLedger()
  })

  test('a round lost while the game’s money is under way is reported again, and in the ledger once that has ended', async () => {
    const member = await player('JOKER')
    await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
    const { to } = await server.submitForm('/games/JOKER', {
      username: member.username,
      password: member.password,
    })
    const visit = new URL(to, 'http://localhost').searchParams.get('visit') ?? ''
    const lose = (text: string) =>
      server.submitForm('/games/JOKER/rounds', { visit, result: 'lose', amount: '40', round: round(text) })

    const { games } = server.context.providers
    const own = { ...games }
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => (refuse = resolve))
    games.move = async () => {
      await refused
      throw new ProviderFailure('The player does not have that much')
    }
    const collecting = member.request(transferAll, { body: { to: 'WALLET' } })
    await expect.poll(() => member.gameBalance('JOKER')).toBe(0)
    const first = await lose((await look(to)).text)
    expect(first.to).toContain('flash=moving')
    expect((await lose((await look(first.to)).text)).to).toContain('flash=moving')
    expect(
      server.logged.filter((line) => line.includes('round-not-booked') && line.includes(member.id)),
    ).toHaveLength(2)
    refuse()
    expect((await collecting).status).toBe(400)
    Object.assign(games, own)
    expect(await member.gameBalance('JOKER')).toBe(10_000)
    expect((await lose((await look(first.to)).text)).to).toContain('flash=lost')
    expect((await lose((await look(first.to)).text)).to).toContain('flash=repeated')
    expect(await member.gameBalance('JOKER')).toBe(6000)
    await server.expectBalancedLedger()
  })
})
