import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#lib/store.ts'
import { ApiError } from './api-error.ts'
import { request, type Input } from './client.ts'
import type { Call } from './contract/call.ts'
import type { ExtensionName } from '#lib/network/extension-names.ts'
import { lookupRegisterOtp } from './contract/lookup.ts'
import { listStatements } from './contract/statement.ts'
import { transfer } from './contract/wallet.ts'
import { extensionsAtom, hasExtension, noteExtensions } from '#lib/network/api-extensions.ts'
import { contractCalls, extensionNames } from './test-extension-names.ts'
import { keepToken } from './token.ts'

const added = contractCalls.filter(({ extension }) => extension !== undefined)
const withAddedFields = contractCalls.filter(({ extensionFields }) => extensionFields !== undefined)

const fetched = vi.fn<typeof fetch>()
const params = { key: 'key-1', id: '1', before: '1' }
const send = (call: Call, body: object = {}) =>
  request(call, { params, body } as unknown as Input<Call>).catch((error: unknown) => error)
const bodySent = () => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)) as unknown

beforeEach(() => {
  keepToken('token-1', 'session')
  fetched.mockReset()
  // No `X-Api-Extensions` header: each test decides what was announced.
  fetched.mockImplementation(async () => Response.json({ message: 'NO_DATA' }, { status: 400 }))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  noteExtensions('')
  vi.unstubAllGlobals()
})

test.each([
  ['keys, password-reset, acts', true],
  ['password-reset', true],
  ['keys,acts', false],
  ['password-resets, no-password-reset', false],
  ['', false],
])('%j announces a new password by code: %s', (header, isAnnounced) => {
  noteExtensions(header)
  expect(hasExtension('password-reset')).toBe(isAnnounced)
  expect(store.get(extensionsAtom).has('password-reset')).toBe(isAnnounced)
})

test('a lookup announces while nothing else has been answered on this page', async () => {
  vi.resetModules()
  const { request } = await import('./client.ts')
  const token = await import('./token.ts')
  token.keepToken('token-1', 'session')
  const { hasExtension: has } = await import('#lib/network/api-extensions.ts')
  const lookUp = async (header: string) => {
    fetched.mockResolvedValueOnce(
      Response.json({ enabled: true }, { headers: { 'X-Api-Extensions': header } }),
    )
    await request(lookupRegisterOtp, {})
    return has('otp-token')
  }
  // A gateway has answered, and the backend has not.
  fetched.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }))
  await request(listStatements, { body: { page: 1, limit: 10 } }).catch(() => undefined)
  // A visitor opens an invite link, and the response to the first one-time code may be lost.
  expect(await lookUp('keys, otp-token')).toBe(true)
  fetched.mockResolvedValueOnce(Response.json({ total: 0, statements: [] }))
  await request(listStatements, { body: { page: 1, limit: 10 } })
  expect(has('otp-token')).toBe(false)
  // The worker may have kept this one.
  expect(await lookUp('keys, otp-token')).toBe(false)
})

test('a response announces what its header says; without the header, only the first one withdraws what an earlier visit learned', async () => {
  const announces = async (status: number, headers: HeadersInit = {}) => {
    fetched.mockResolvedValueOnce(Response.json({ total: 0, statements: [] }, { status, headers }))
    await send(listStatements, { page: 1, limit: 10 })
    return hasExtension('acts')
  }
  noteExtensions('acts')
  expect(await announces(502)).toBe(true)
  expect(await announces(200)).toBe(false)
  expect(await announces(200, { 'X-Api-Extensions': 'keys, acts' })).toBe(true)
  // A response of something other than the backend.
  expect(await announces(200)).toBe(true)
  expect(await announces(200, { 'X-Api-Extensions': 'keys' })).toBe(false)
})

test('a response that a newer one has overtaken announces nothing', async () => {
  noteExtensions('acts')
  let answer!: (response: Response) => void
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const asked = send(listStatements, { page: 1, limit: 10 })
  noteExtensions('keys')
  answer(Response.json({ total: 0, statements: [] }, { headers: { 'X-Api-Extensions': 'acts' } }))
  await asked
  expect(hasExtension('acts')).toBe(false)
})

/** The ids of the calls that every backend has. A new call is an extension and does not belong here. */
const agreed = `
  login sendOtp verifyOtp validateAccount createAccount getProfile updateProfile updateBankAccountName changePassword
  getWallet refreshSlots getGameAccount activateGame resetGamePassword autoLogin
  addMoney transfer transferAll withdraw withdrawAll uploadSlip sendTrueLink getQr createQr cancelQr
  listStatements listSlips getSlipLink listInvites claimInviteBonus inviteBanners
  listRefunds checkRefund receiveRefund addRefundToWallet refundBanners
  listBonuses activateBonus checkActiveBonus checkMinimumBonus clearBonus currentPromotion findPromotion activatePromotion
  getSpinSetup getSpinActive spin listCoupons claimCoupon
  chatConfig sendChatMessage chatHistory uploadChatImage uploadChatVideo readChat
  lookupActive lookupAgreements lookupBanks lookupConditions lookupContact lookupDeposit lookupEnableChatWidget lookupInfo
  lookupNotice lookupRegisterOtp lookupSlip lookupSources lookupWithdraw`
  .trim()
  .split(/\s+/)

test('the contract marks the calls that a backend may lack: all that are not agreed', () => {
  const unmarked = contractCalls.filter(({ extension }) => extension === undefined).map(({ id }) => id)
  expect(unmarked.toSorted(), '`extension` in the call: “Add a call” in docs/how-to.md').toEqual(
    agreed.toSorted(),
  )
})

test.each(added.map((call) => [call.id, call] as const))(
  '%s is asked only of a backend that has announced it',
  async (_, call) => {
    const others = extensionNames.filter((name) => name !== call.extension)
    noteExtensions(others.join(', '))
    const error = await send(call)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      kind: 'refused',
      code: 'NOT_ANNOUNCED',
      sent: false,
      outcomeUnknown: false,
    })
    expect(fetched).not.toHaveBeenCalled()
    noteExtensions(call.extension ?? '')
    await send(call)
    expect(fetched).toHaveBeenCalledOnce()
  },
)

test.each(
  withAddedFields.flatMap((call) =>
    Object.entries(call.extensionFields ?? {}).map(([field, name]) => [call.id, field, name, call] as const),
  ),
)('%s says %s only where %s is announced', async (_id, field, name: ExtensionName, call) => {
  // Nothing looks at the value; this one is the same in satang and in baht.
  const body = { [field]: 0, page: 1 }
  noteExtensions(extensionNames.filter((one) => one !== name).join(', '))
  await send(call, body)
  expect(bodySent()).toEqual({ page: 1 })
  fetched.mockClear()
  noteExtensions(name)
  await send(call, body)
  expect(bodySent()).toEqual(body)
})

test('the idempotency key is sent only to a backend that supports keys', async () => {
  const move = () =>
    request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 1_00 }, key: 'key-1' }).catch(
      () => undefined,
    )
  const keySent = () => new Headers(fetched.mock.lastCall?.[1]?.headers).get('Idempotency-Key')
  noteExtensions('acts')
  await move()
  expect(keySent()).toBeNull()
  noteExtensions('keys')
  await move()
  expect(keySent()).toBe('key-1')
})
