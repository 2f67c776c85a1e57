import type { ErrorCode } from '#api/contract/error-codes.ts'

/** Codes that the app has texts for and this server never sends, each with the reason. */
export const otherBackends: Partial<Record<ErrorCode, string>> = {
  INVALID_USER_1: 'Says no more than UNAUTHORIZED, which is sent for every token that is not good.',
  INVALID_USER_2: 'As INVALID_USER_1.',
  INVALID_USER_3: 'As INVALID_USER_1.',
  INVALID_USER_4: 'As INVALID_USER_1.',
  'invalid-token': 'As INVALID_USER_1.',
  INVALID_IP: 'No address is kept out: members move between networks.',
  NO_USER: 'An unknown phone is answered as a wrong password is, so that nobody can ask who is a member.',
  NO_WALLET: 'Every member has a wallet from the first moment.',
  NOT_AREASLOT: 'A username of another game is WRONG_CREDENTIAL, for every game alike.',
  NOT_UFABET: 'As NOT_AREASLOT.',
}

/** Codes that the agreed contract has for a call and this server never sends there, each with the reason. */
export const otherBackendsOfCall: Readonly<Record<string, string>> = {
  'transfer BONUS_REMAINING':
    'Money moves freely while a bonus is active: only a withdrawal waits for its turnover.',
  'transfer NO_WALLET': 'As NO_WALLET of every call.',
  'validateAccount INVALID_USER_INFO': 'The bank account is read when the member is created, not before.',
}
