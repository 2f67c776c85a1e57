import { randomUUID } from 'node:crypto'
import { callApi } from './members.ts'
import type { Sandbox } from './sandbox.ts'
import { submitForm } from './submit-form.ts'

/** Transfers this amount in baht to a game and loses it there. The game must not have been activated before. */
export async function loseInGame(sandbox: Sandbox, token: string, baht: number): Promise<void> {
  const game = `${sandbox.origin}/sandbox/games/PG`
  const account = await callApi(sandbox.origin, 'GET', '/api/wallet/activate/PG', undefined, token)
  await callApi(
    sandbox.origin,
    'POST',
    '/api/wallet/transfer',
    { from: 'WALLET', to: 'PG', amount: baht },
    token,
  )
  const signIn = new URLSearchParams(account as Record<string, string>)
  const opened = await fetch(game, { method: 'POST', body: signIn, redirect: 'manual' })
  const visit = new URL(opened.headers.get('location') ?? '', game).searchParams.get('visit') ?? ''
  const fields = { visit, round: randomUUID(), amount: String(baht), result: 'lose' }
  await submitForm(sandbox.origin, '/games/PG/rounds', fields, 'lost')
}
