/** The messages that the console shows after a form. Fixed lists, so that a crafted address cannot make it show other text. */
const done = {
  paid: 'Paid. The money is in the wallet.',
  late: 'Paid too late. The money is kept aside until it is credited.',
  repeated: 'That payment was reported before: nothing was credited twice.',
  suspected:
    'Kept: this may be money that is credited already. Say below whether it is the same transfer or another.',
  same: 'The two are one transfer now. Nothing was credited twice.',
  expired: 'The QR is over.',
  credited: 'Credited.',
  settled: 'Settled: the bank has paid.',
  noted: 'Noted: it does not wait any more. The trail has your words.',
  inquired: 'The bank is not asked to pay it any more. Its row says from when on you may ask about it.',
  asked: 'The bank is asked to pay it again within a minute.',
  currency:
    'Set, for the account and for all that waits to be paid to it. The bank hears of it with what it has not taken yet. The member is told.',
  clean: 'The books are right: they stop no payout.',
  refused: 'Refused: the money is back in the wallet.',
  rejected: 'Rejected.',
  added: 'The transfer is in the wallet.',
  untold: 'Made. Nobody has told the house of it yet.',
  kept: 'Kept: it came from an account of nobody here. A slip or a gift link may say whose it is.',
  won: 'Won.',
  lost: 'Lost.',
  played: 'Played. Nothing was won or lost.',
  switched: 'Switched.',
  made: 'The transfer was made. Here is its slip.',
  sent: 'Sent.',
  aimed: 'The next spin of this member lands there.',
  again: 'The provider is asked again within a minute.',
  released: 'It is nobody’s again. Say whose it is below.',
  returned: 'The money is back where it came from.',
  arrived: 'The money is where it was to go.',
  'first-paid': 'What was paid is in the wallet. The rest is back where it came from.',
  ended: 'Ended: the next message begins another conversation.',
  saved: 'Saved.',
} as const

/** These say that not all was done that the form asked for, and what to do then. */
const undone = {
  unknown: 'Nothing was changed: what it was about is not here any more. Look at the list as it is now.',
  'qr-paid': 'Nothing was changed: the QR is paid.',
  'qr-late': 'Nothing was changed: the QR was paid too late, and its money waits to be credited.',
  'qr-cancelled': 'Nothing was changed: the QR is cancelled.',
  'qr-expired': 'Nothing was changed: the QR is over already.',
  untaken: 'It was not sent to the bank, which cannot have paid it.',
  taken: 'Nothing was changed: it is not as it was shown, or the bank may have it. Look at its row again.',
  contradicted:
    'It has ended otherwise than the bank says: nothing was booked. Settle it with the bank and the member, and note that below.',
  'paid-twice':
    'Nothing was credited now. But this report shows that two transfers, each credited or sent back before, are one: it was paid twice. The list below has both, until you note there how that was settled.',
  unsaid: 'Please write how it was settled: nothing was noted.',
  stopped: 'Payouts are stopped: the books are not right. Nothing was paid.',
  wrong: 'The books are not right: payouts are stopped.',
  auditing: 'Another process audits the books right now. Look here again in a minute.',
  decided: 'Nothing was changed: that was decided before.',
  unlisted:
    'Not yet: meanwhile it may be other money too, credited or sent back, as the list says. If it is not, say so again.',
  named:
    'Nothing was credited: another transfer has the same reference, and whatever is reported under it counts for that one. Decide the other one where it is listed, and ask the bank whether it was paid once or twice. If twice, have the bank send this one back. Then end its row by “It was sent back”.',
  small: 'Too small for a transfer out of a wallet app: nothing is credited.',
  nobody:
    'Nothing was done: no member has that phone number. Write it as the member logs in with it, in digits alone, as in 0812345678.',
  amount:
    'Nothing was done: that is not an amount. Write it in baht, above 0 and with two decimals at most, as in 1250.50.',
  short: 'Nothing was booked: the game does not hold that much. Let the player lose at most what it holds.',
  moving: 'Money of this game is being moved. Report the round again.',
  elsewhere: 'Nothing was credited: the money was sent back, or is in another wallet.',
  received: 'Nothing was refused: its money has come in, and waits below for a decision.',
  duplicate: 'Nothing was credited: this bank reference was credited before.',
  unread: 'Nothing was decided: its QR has not been read yet. Try again in a minute, or refuse it.',
  unsent:
    'Nothing was sent: that is no message of its kind. Fill in every field, as the form does before you change it.',
  stale:
    'Nothing was saved: what you changed was changed by somebody else meanwhile. What you typed is kept, and beside it is what is stored now. Saving again replaces that.',
  malformed:
    'Nothing was saved: a field is not as its words say. What you typed is kept: mend it, and save again.',
} as const

const words = { ...done, ...undone }

export type FlashCode = keyof typeof words

export interface Flash {
  text: string
  isBad: boolean
}

export const flashOf = (code: string | undefined): Flash | undefined =>
  code !== undefined && Object.hasOwn(words, code)
    ? { text: words[code as FlashCode], isBad: Object.hasOwn(undone, code) }
    : undefined
