import type { Locale } from '#lib/text/locale-codes.ts'
import { inLocale } from '../../database/localized.ts'
import type { SliceRow } from '../../modules/spinwheel/spin-service.ts'
import type { ListOf } from '../listed.ts'
import type { spinList } from '../lists.ts'
import { cell, markup, type Markup, phoneField, section, showBaht, showTime, table } from '../markup.ts'

export function wheelView(
  slices: readonly SliceRow[],
  spun: ListOf<typeof spinList>,
  locale: Locale,
): Markup {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0)
  const share = (weight: number) => (total > 0 ? `${((100 * weight) / total).toFixed(1)}%` : '–')
  return markup`${section(
    'landing',
    'Where the next spin lands',
    markup`<form method="post" action="/sandbox/wheel/landing">
        ${phoneField}
        <label>Slice
          <select name="slice">
            ${slices.map(({ code, label }) => markup`<option value="${code}">${code} ${inLocale(label, locale)}</option>`)}
          </select>
        </label>
        <button>Let it land there</button>
      </form>`,
  )}
    ${section(
      'odds',
      'Odds',
      table(
        'Odds',
        ['Slice', 'Pays', 'Odds'],
        slices.map(
          ({ code, label, prizeAmount, weight }) =>
            markup`<tr><td>${inLocale(label, locale)}<small>${code}</small></td>${cell('Pays', showBaht(prizeAmount))}${cell('Odds', share(weight))}</tr>`,
        ),
        'No wheel is active.',
      ),
    )}
    ${section(
      'spins',
      'Spins',
      table(
        'Spins',
        ['When and who', 'Landed on', 'Coins left'],
        spun.rows.map(
          ({ spin, phone }) =>
            markup`<tr><td>${phone}<small>${showTime(spin.createdAt)}</small></td>${cell('Landed on', spin.sliceCode)}${cell('Coins left', spin.remainingCoin)}</tr>`,
        ),
        'None yet.',
        spun.more,
      ),
    )}`
}
