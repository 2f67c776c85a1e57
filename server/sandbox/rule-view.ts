import type { Fields } from './form.ts'
import { amountField, markup, type Markup, phoneField, section } from './markup.ts'
import { type Filled, inputField } from './setting-form.ts'

const HERE = '/sandbox/rules'

const field = (label: string, name: string, filled: Filled, mode = 'decimal'): Markup =>
  inputField(filled, name, label, markup`inputmode="${mode}" required`)

export const termsSection = (filled: Filled): Markup =>
  section(
    'terms',
    'What deposits must be',
    markup`<p>For deposits from now on. Times: how often a deposit must be played in games; 0 asks for nothing.</p>
    <form method="post" action="${HERE}">
      ${field('Smallest first deposit that an inviter earns by, in baht', 'inviteMinimum', filled)}
      ${field('Times before the inviter earns', 'inviteTurnoverTimes', filled)}
      ${field('Times before its coins come', 'coinTurnoverTimes', filled)}
      ${field('Times before money can be withdrawn', 'withdrawTurnoverTimes', filled)}
      <button>Save</button>
    </form>`,
  )

export const proofSection = (filled: Filled): Markup =>
  section(
    'proof',
    'Large withdrawals',
    markup`<p>A larger withdrawal needs a passkey or a code by SMS; 0 asks for none.</p>
    <form method="post" action="${HERE}/proof">
      ${field('Above, in baht', 'above', filled)}
      <button>Save</button>
    </form>`,
  )

export const payoutSection = (filled: Filled): Markup =>
  section(
    'payouts',
    'Payouts',
    markup`<p>A withdrawal waits before the bank gets it, so that the member may cancel it; 0 for not at all. How long it takes is counted
      from those paid last; the minutes are said while there are too few, 0 says nothing.</p>
    <form method="post" action="${HERE}/payouts">
      ${field('Waits, in seconds', 'waitSeconds', filled, 'numeric')}
      ${field('Takes, in minutes', 'minutes', filled, 'numeric')}
      <button>Save</button>
    </form>`,
  )

export const playSection = (typed: Fields): Markup =>
  section(
    'play',
    'A member plays, and holds as much afterwards',
    markup`<form method="post" action="${HERE}/play">
      ${phoneField(typed)}
      ${amountField(typed, 'Staked in baht')}
      <button>Play</button>
    </form>`,
  )
