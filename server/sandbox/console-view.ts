import type { LedgerAudit } from '../ledger/audit-results.ts'
import type { ListOf } from './listed.ts'
import type { sentTexts } from './lists.ts'
import { button, markup, type Markup, section, showTime, table } from './markup.ts'
import { placed, type Places } from './places.ts'

/** Highlights the code in a text. */
const withCode = (text: string): Markup[] =>
  text
    .split(/(?<!\d)(\d{6})(?!\d)/u)
    .map((part, index) =>
      index === 1 ? markup`<span class="code" data-code>${part}</span>` : markup`${part}`,
    )

const offNotice = markup`<p class="flash bad" role="alert">Payouts are off: this server runs with PAYOUTS=off. Withdrawals are taken and wait, whatever an audit finds.</p>`

/** What the last audit found, and whether payouts are stopped by it. `isOff`: they are off by the server's own setting. */
export const auditSection = (audit: LedgerAudit | undefined, isOff: boolean, places: Places): Markup => {
  const again = button(placed('/sandbox/audit', places), 'Audit the books now')
  const off = isOff ? offNotice : ''
  if (!audit || audit.problemCount === 0) {
    const last = audit ? `Found right ${showTime(audit.createdAt)}.` : 'Not audited yet.'
    return section('audit', 'The books', markup`${off}<p>${last}</p>${again}`)
  }
  return section(
    'audit',
    'The books',
    markup`${off}<p class="flash bad" role="alert">Payouts are stopped: the audit of ${showTime(audit.createdAt)} found ${audit.problemCount} things wrong. They go on when an audit finds nothing.</p>
    <ul>${audit.problems.map((problem) => markup`<li>${problem}</li>`)}</ul>
    ${audit.problems.length < audit.problemCount ? markup`<p class="more">Only the first ${audit.problems.length} are kept in words.</p>` : ''}
    ${again}`,
  )
}

export const smsSection = ({ rows, more }: ListOf<typeof sentTexts>): Markup =>
  section(
    'sms',
    'SMS sent',
    table(
      'SMS sent',
      ['When and who', 'Text'],
      rows.map(
        ({ phone, text, createdAt }) =>
          markup`<tr><td>${phone}<small>${showTime(createdAt)}</small></td><td>${withCode(text)}</td></tr>`,
      ),
      'None yet.',
      more,
    ),
  )
