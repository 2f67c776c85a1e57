/** The messages that the console shows after a form. A fixed list, so that a crafted address cannot make it show other text. */
const words = {
  paid: 'Paid. The money is in the wallet.',
  late: 'Paid too late. The money is kept aside until it is credited.',
  repeated: 'That payment was reported before: nothing was credited twice.',
  unknown: 'There is no such thing any more.',
  suspected:
    'Kept: this may be money that is credited already. Say below whether it is the same transfer or another.',
  same: 'The two are one transfer now. Nothing was credited twice.',
  expired: 'The QR is over.',
  credited: 'Credited.',
  settled: 'Settled: the bank has paid.',
  untaken: 'It was not sent to the bank, which cannot have paid it.',
  taken: 'Nothing was changed: it is not as it was shown, and the bank may have it. Look at its row again.',
  contradicted:
    'It has ended otherwise than the bank says: nothing was changed. The trail has it; settle it with the bank and the member.',
  inquired: 'The bank is not asked to pay it any more. Its row says from when on you may ask about it.',
  asked: 'The bank is asked to pay it again within a minute.',
  stopped: 'Payouts are stopped: the books are not right. Nothing was paid.',
  clean: 'The books are right. Payouts go on.',
  wrong: 'The books are not right: payouts are stopped.',
  auditing: 'Another process is at it.',
  refused: 'Refused: the money is back in the wallet.',
  rejected: 'Rejected.',
  decided: 'That was decided before.',
  added: 'The transfer is in the wallet.',
  untold: 'Made. Nobody has told the house of it yet.',
  kept: 'Kept: it came from an account of nobody here. A slip or a gift link may say whose it is.',
  unlisted:
    'Not yet: it may be money that is credited or was sent back, as its row says. If it is not, say so again.',
  small: 'Too small for a transfer out of a wallet app: nothing is credited.',
  nobody: 'There is no member with that phone number.',
  amount: 'That is not an amount.',
  short: 'The game does not hold that much.',
  moving: 'Money of this game is being moved. Report the round again.',
  won: 'Won.',
  lost: 'Lost.',
  played: 'Played. Nothing was won or lost.',
  switched: 'Switched.',
  elsewhere: 'Nothing was credited: the money was sent back, or is in another wallet.',
  received: 'Nothing was refused: its money has come in, and waits below for a decision.',
  duplicate: 'This bank reference was credited before.',
  unread: 'Its QR has not been read yet.',
  made: 'The transfer was made. Here is its slip.',
  sent: 'Sent.',
  aimed: 'The next spin of this member lands there.',
  unsent: 'That is no message of its kind: nothing was sent.',
  again: 'The provider is asked again within a minute.',
  returned: 'The money is back where it came from.',
  arrived: 'The money is where it was to go.',
  ended: 'Ended: the next message begins another conversation.',
  saved: 'Saved.',
  malformed: 'That is not as it must be: nothing was saved.',
} as const

export type FlashCode = keyof typeof words

export const flashText = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(words, code) ? words[code as FlashCode] : undefined
