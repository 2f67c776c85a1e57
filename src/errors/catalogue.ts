import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode as WireCode } from '#api/contract/error-codes.ts'

/**
 * Codes that the app itself raises: no network, no answer in time, an operation that never arrived or is too old to ask about,
 * and a phone number with too many wrong passwords today. The last is the reason that our server sends beside a REQUEST_LIMIT that is over
 * tomorrow.
 */
type OwnCode = 'OFFLINE' | 'TIMEOUT' | 'NEVER_ARRIVED' | 'KEY_USED' | 'LOGIN_BLOCKED' | 'too-many-refusals'

type ErrorCode = WireCode | OwnCode

/** Where an error is shown if its screen does not show it. */
type Placement = 'terminal' | 'sign-in' | 'toast' | 'dialog' | 'silent'

const texts: Record<ErrorCode, MessageDescriptor> = {
  // Who is calling
  UNAUTHORIZED: msg`Please log in again to continue.`,
  EXPIRED_AUTH_TOKEN: msg`You were logged out after a while for safety. Please log in again.`,
  INVALID_USER_1: msg`Please log in again to continue.`,
  INVALID_USER_2: msg`Please log in again to continue.`,
  INVALID_USER_3: msg`Please log in again to continue.`,
  INVALID_USER_4: msg`Please log in again to continue.`,
  INVALID_IP: msg`This network cannot be used here. Please try another connection or contact us.`,
  'invalid-token': msg`Please log in again to continue.`,
  GONE: msg`This site is no longer open.`,
  // One-time codes
  OTP_BLOCK: msg`Too many codes were tried. Please wait a while, then ask for a new one.`,
  OTP_TOKEN_INVALID: msg`This code request has ended. Please ask for a new code.`,
  OTP_NOT_EXIST: msg`This code request has ended. Please ask for a new code.`,
  OTP_VERIFIED: msg`This phone number is already verified.`,
  OTP_EXPIRED: msg`The code has expired. Please ask for a new one.`,
  OTP_CODE_INVALID: msg`The code does not match. Please check the SMS and enter it again.`,
  OTP_CODE_VALID: msg`This phone number is already verified.`,
  UNVERIFIED_OTP: msg`Please verify your phone number with a code first.`,
  OTP_SEND_FAIL: msg`The code could not be sent. Please try again in a moment.`,
  OTP_VERIFY_FAIL: msg`The code could not be checked. Please try again in a moment.`,
  // Registration and login
  EXISTING_USER: msg`This phone number already has an account. Please log in.`,
  EXISTING_BANK: msg`This bank account is already in use. Please give another one or contact us.`,
  INVALID_USER_INFO: msg`Some details are missing or not right. Please check them and try again.`,
  INVALID_BANK: msg`These bank details cannot be used. Please check the bank and the account number.`,
  BANK_ACCOUNT_NAME_ENG: msg`For this bank, please write the account name in English letters only.`,
  BANK_ACCOUNT_LIMIT: msg`You have added as many as you can. Please remove one first.`,
  BANK_ACCOUNT_IN_USE: msg`This account is your usual one, or money is on its way to it.`,
  REGISTER_FAIL: msg`Your registration did not go through. Please try again in a moment.`,
  NO_USER: msg`No account was found. Please check the phone number.`,
  WRONG_PASSWORD: msg`The password does not match. Please enter it again.`,
  WEAK_PASSWORD: msg`This password is too easy to guess. Use at least 8 characters, and not your phone number, your name or a common password.`,
  WRONG_CREDENTIAL: msg`The phone number or password does not match. Please check both.`,
  INACTIVE_USER: msg`This account is not open at the moment. Please contact us.`,
  LOGIN_FAIL: msg`Logging in did not work. Please try again in a moment.`,
  PASSKEY_REFUSED: msg`This passkey could not be used. Please try again, or log in with your password.`,
  PASSKEY_LIMIT: msg`You have added as many as you can. Please remove one first.`,
  PHONE_NUMBER_REQUIRE_10_DIGIT: msg`Enter a phone number with exactly 10 digits.`,
  GAME_ACTIVATION_FAIL: msg`The game account could not be opened. Please try again in a moment.`,
  NOT_AREASLOT: msg`This account cannot be used for this game. Please choose another game.`,
  NOT_UFABET: msg`This account cannot be used for this game. Please choose another game.`,
  // Rate limits
  REQUEST_LIMIT: msg`Your last request is still being worked on. Please wait a moment.`,
  REQUEST_LIMIT_1MIN: msg`Too many attempts. Please wait about 1 minute, then try again.`,
  // Bonus and promotion
  BONUS_REMAINING: msg`A bonus is still running. Please finish or cancel it first.`,
  BONUS_ALREADY_ACTIVE: msg`You already have an active bonus. One at a time can be used.`,
  BONUS_MAX_CLAIMED: msg`You have claimed this bonus as many times as you can. Please choose another.`,
  BONUS_CONDITION: msg`The terms of your bonus are not met yet. Please see the bonus page.`,
  BONUS_CLEAR: msg`The bonus has been cancelled.`,
  BONUS_FULL: msg`All of this bonus has been claimed for now. Please choose another or come back later.`,
  NO_PROMOTION: msg`No promotion has this code. Please check the letters.`,
  PROMOTION_RECEIVED: msg`You have already claimed this promotion.`,
  // Invite
  INVITE_COLLECT: msg`This invite bonus has already been claimed.`,
  INVITE_INACTIVE: msg`Inviting friends is closed at the moment. Please come back later.`,
  NO_INVITE_BONUS: msg`There is no invite bonus to claim yet. Share your link to earn one.`,
  NO_INVITEE_PLAY_INFO: msg`Your friends have not played yet, so there is no bonus to count.`,
  INVITE_BONUS_SUCCESS: msg`Your invite bonus is in your wallet.`,
  INVITE_BONUS_FAIL: msg`The invite bonus could not be paid. Please try again in a moment.`,
  // Cashback
  NO_REFUND: msg`No cashback to claim right now`,
  REFUND_CONDITION: msg`Cashback cannot be claimed yet: a bonus is still running, or its terms are not met.`,
  REFUND_SUCCESS: msg`Your cashback is in your wallet.`,
  REFUND_INACTIVE: msg`Cashback is closed at the moment. Please come back later.`,
  REFUND_MINIMUM: msg`Cashback can be claimed once it is more than 0 baht.`,
  // Wallet, games, transfer
  NO_BANK: msg`There is no bank account for this yet. Please add one or contact us.`,
  WITHDRAW_TOO_LATE: msg`It is too late to cancel: the bank may be paying already.`,
  WITHDRAW_HOLD: msg`Withdrawals are on hold for 24 hours after a change of the bank account.`,
  NO_WALLET: msg`Your wallet was not found. Please contact us.`,
  SLOT_ALREADY_ACTIVE: msg`This game account is already open. You can play now.`,
  SLOT_ACTIVATE_FAIL: msg`The game account could not be opened. Please try again in a moment.`,
  SLOT_NO_ACCOUNT: msg`You have no account for this game yet. Please activate it first.`,
  SLOT_RESET_PASSWORD_FAIL: msg`The game password could not be changed. Please try again in a moment.`,
  TRANSFER_MINIMUM: msg`The smallest transfer is 1 baht. Please enter a larger amount.`,
  NO_GAME: msg`This game was not found. Please refresh and choose again.`,
  MONEY_NOT_ENOUGH: msg`There is not enough money for this. Please enter less.`,
  TRANSFER_FAIL: msg`The transfer did not go through. The money is where it was before.`,
  QR_FAIL: msg`The QR could not be created. Please try again or use another channel.`,
  // Limits that members set themselves, and breaks
  DEPOSIT_LIMIT: msg`This would pass a limit that you have set yourself.`,
  TIME_LIMIT: msg`This would pass a limit that you have set yourself.`,
  LOSS_LIMIT: msg`This would pass a limit that you have set yourself.`,
  LIMIT_WAIT: msg`A higher limit has to wait for 24 hours. Please confirm it then.`,
  PLAY_BREAK: msg`You are on a break from playing.`,
  // Slips and gift links
  SLIP_UPLOAD_FAIL: msg`The slip could not be uploaded. Please try again in a moment.`,
  SLIP_NO_FILE: msg`Please choose a picture of the slip first.`,
  SLIP_INVALID_FILE: msg`This file cannot be read as a slip. Please choose a picture.`,
  TRUELINK_DUPLICATE: msg`This gift link has already been used. Please send a new one.`,
  TRUELINK_INVALID: msg`This gift link cannot be read. Please copy it again from the wallet app.`,
  // Coupons
  NO_CLAIMABLE_COUPON: msg`There is no coupon to claim at the moment.`,
  INVALID_PRIZE_CODE: msg`This prize is no longer on the wheel. Please refresh the page.`,
  INVALID_CODE: msg`This code is not valid. Please check it and try again.`,
  INVALID_COUPON_TYPE: msg`This coupon cannot be claimed here. Please contact us.`,
  COUPON_EXPIRED: msg`This coupon has expired.`,
  // The rest
  INTERNAL_SERVER_ERROR: msg`Something went wrong on our side. Please try again in a moment.`,
  KEY_MISSING: msg`This request was incomplete. Please reload the page and try again.`,
  KEY_INVALID: msg`This request was incomplete. Please reload the page and try again.`,
  NO_DATA: msg`There is nothing here yet.`,
  OK: msg`Done.`,
  SUCCESS: msg`Done.`,
  IDEMPOTENCY_MISMATCH: msg`This was sent before with other details. Please check your statement, then start again.`,
  // Raised by the app itself
  OFFLINE: msg`You are offline. Please check your connection and try again.`,
  TIMEOUT: msg`The answer is taking too long. Please try again in a moment.`,
  NEVER_ARRIVED: msg`It never reached us. Nothing was moved.`,
  KEY_USED: msg`This was sent more than a day ago, and its result can no longer be checked. Please check your statement before you send it again.`,
  LOGIN_BLOCKED: msg`Too many passwords were tried for this number today. Please try again tomorrow, set a new password if you have forgotten yours, or contact us.`,
  'too-many-refusals': msg`This did not go through. Too many of your requests were refused today for us to say why. Please check the details, or contact us.`,
}

/** All others are toasts. */
const placements: Partial<Record<ErrorCode, Placement>> = {
  GONE: 'terminal',
  UNAUTHORIZED: 'sign-in',
  EXPIRED_AUTH_TOKEN: 'sign-in',
  INVALID_USER_1: 'sign-in',
  INVALID_USER_2: 'sign-in',
  INVALID_USER_3: 'sign-in',
  INVALID_USER_4: 'sign-in',
  'invalid-token': 'sign-in',
  OTP_VERIFIED: 'silent',
  OTP_CODE_VALID: 'silent',
  NO_DATA: 'silent',
  OK: 'silent',
  SUCCESS: 'silent',
  INVALID_IP: 'dialog',
  WRONG_PASSWORD: 'dialog',
  GAME_ACTIVATION_FAIL: 'dialog',
  NOT_AREASLOT: 'dialog',
  NOT_UFABET: 'dialog',
  BONUS_REMAINING: 'dialog',
  BONUS_ALREADY_ACTIVE: 'dialog',
  BONUS_MAX_CLAIMED: 'dialog',
  BONUS_CONDITION: 'dialog',
  BONUS_FULL: 'dialog',
  NO_PROMOTION: 'dialog',
  PROMOTION_RECEIVED: 'dialog',
  NO_REFUND: 'dialog',
  REFUND_CONDITION: 'dialog',
  REFUND_INACTIVE: 'dialog',
  REFUND_MINIMUM: 'dialog',
  NO_BANK: 'dialog',
  WITHDRAW_HOLD: 'dialog',
  NO_WALLET: 'dialog',
  SLOT_ACTIVATE_FAIL: 'dialog',
  SLOT_NO_ACCOUNT: 'dialog',
  SLOT_RESET_PASSWORD_FAIL: 'dialog',
  TRANSFER_MINIMUM: 'dialog',
  NO_GAME: 'dialog',
  MONEY_NOT_ENOUGH: 'dialog',
  TRANSFER_FAIL: 'dialog',
  TIME_LIMIT: 'dialog',
  LOSS_LIMIT: 'dialog',
  NO_CLAIMABLE_COUPON: 'dialog',
  INVALID_PRIZE_CODE: 'dialog',
  INVALID_CODE: 'dialog',
  INVALID_COUPON_TYPE: 'dialog',
  COUPON_EXPIRED: 'dialog',
  IDEMPOTENCY_MISMATCH: 'dialog',
  NEVER_ARRIVED: 'dialog',
  KEY_USED: 'dialog',
}

/** The text for a code in the member's language; undefined if it is not a code but a text to show as received. */
export const errorText = (code: string): MessageDescriptor | undefined =>
  isKnown(code) ? texts[code] : undefined

export const errorPlacement = (code: string): Placement | undefined =>
  isKnown(code) ? (placements[code] ?? 'toast') : undefined

// Not by `lookup`, whose file the first screen does not load.
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(texts, code)
