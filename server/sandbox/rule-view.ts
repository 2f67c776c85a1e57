import type { Fields } from './form.ts'
import { markup, type Markup, section } from './markup.ts'

const HERE = '/sandbox/rules'

const field = (label: string, name: string, fields: Fields, mode = 'decimal'): Markup =>
  markup`<label>${label} <input name="${name}" inputmode="${mode}" required autocomplete="off" value="${fields[name] ?? ''}" /></label>`

export const termsSection = (fields: Fields): Markup =>
  section(
    'terms',
    'What deposits must be',
    markup`<p>For deposits from now on. Times: how often a deposit must be played in games; 0 asks for nothing.</p>
    <form method="post" action="${HERE}">
      ${field('Smallest first deposit that an inviter earns by, in baht', 'inviteMinimum', fields)}
      ${field('Times before the inviter earns', 'inviteTurnoverTimes', fields)}
      ${field('Times before its coins come', 'coinTurnoverTimes', fields)}
      ${field('Times before money can be withdrawn', 'withdrawTurnoverTimes', fields)}
      <button>Save</button>
    </form>`,
  )

export const proofSection = (fields: Fields): Markup =>
  section(
    'proof',
    'Large withdrawals',
    markup`<p>A larger withdrawal needs a passkey or a code by SMS; 0 asks for none.</p>
    <form method="post" action="${HERE}/proof">
      ${field('Above, in baht', 'above', fields)}
      <button>Save</button>
    </form>`,
  )

export const payoutSection = (fields: Fields): Markup =>
  section(
    'payouts',
    'Payouts',
    markup`<p>A withdrawal waits before the bank gets it, so that the member may cancel it; 0 for not at all. How long it takes is counted
      from those paid last; the minutes are said while there are too few, 0 says nothing.</p>
    <form method="post" action="${HERE}/payouts">
      ${field('Waits, in seconds', 'waitSeconds', fields, 'numeric')}
      ${field('Takes, in minutes', 'minutes', fields, 'numeric')}
      <button>Save</button>
    </form>`,
  )

export const playSection: Markup = section(
  'play',
  'A member plays, and holds as much afterwards',
  markup`<form method="post" action="${HERE}/play">
    <label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
    <label>Staked in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
    <button>Play</button>
  </form>`,
)
