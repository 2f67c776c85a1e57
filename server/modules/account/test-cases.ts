import * as account from '#api/contract/account.ts'
import { listBankAccounts, removeBankAccount, updateBankAccountName } from '#api/contract/bank-account.ts'
import {
  type CodeWays,
  type CodeWorld,
  newAccountNo,
  newPhone,
  type WaysOfCall,
} from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change who the member is, or how the member signs in': [
    'updateProfile',
    'updateBankAccountName',
    'changePassword',
    'resetPassword',
  ],
  'they change where a later withdrawal goes': ['addBankAccount', 'chooseBankAccount', 'removeBankAccount'],
}

/** The refusals that the check of a registration and the registration itself have in common. */
const ofRegistration = (
  register: (world: CodeWorld, body: account.Registration) => Promise<unknown>,
): WaysOfCall => {
  const differing =
    (more: object) =>
    async (world: CodeWorld): Promise<unknown> =>
      register(world, await world.registration(more))
  return {
    EXISTING_USER: async (world) => {
      const body = await world.registration()
      await world.server.newMember({ username: body.username })
      return register(world, body)
    },
    UNVERIFIED_OTP: differing({ otpToken: 'x'.repeat(43) }),
    WEAK_PASSWORD: differing({ password: 'password1' }),
    PHONE_NUMBER_REQUIRE_10_DIGIT: differing({ username: '12345' }),
    PLAY_BREAK: async (world) => {
      const body = await world.registration()
      const { id } = await world.server.newMember({ username: body.username })
      await world.pause(id)
      return register(world, body)
    },
  }
}

type Owner = Awaited<ReturnType<CodeWorld['owner']>>

/** What both calls refuse that bring another bank account. */
const ofBankAccount = (
  change: (world: CodeWorld, owner: Owner, more: object) => Promise<unknown>,
): WaysOfCall => {
  const differing =
    (more: object) =>
    async (world: CodeWorld): Promise<unknown> =>
      change(world, await world.owner(), more)
  return {
    UNVERIFIED_OTP: differing({ otpToken: 'x'.repeat(43) }),
    INVALID_USER_INFO: differing({ bankAccountNo: '1' }),
    INVALID_BANK: differing({ bankCode: 'NOBANK' }),
    BANK_ACCOUNT_NAME_ENG: differing({ bankCode: 'KTB', bankAccountName: 'สมหญิง' }),
    EXISTING_BANK: async (world) => {
      const { bankAccountNo } = await world.hired()
      return change(world, await world.owner(), { bankAccountNo })
    },
    PLAY_BREAK: async (world) => {
      const { bankAccountNo, username } = await world.hired()
      await world.pauseOwner(username)
      return change(world, await world.owner(), { bankAccountNo })
    },
  }
}

async function updateProfile({ proofOf }: CodeWorld, { request, username }: Owner, more: object) {
  const otpToken = await proofOf(username, 'bank-account')
  const bank = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: newAccountNo() }
  return request(account.updateProfile, { body: { name: 'Somchai', ...bank, otpToken, ...more } })
}

async function renameHolder({ server }: CodeWorld, bankCode: string, bankAccountName: string) {
  const { request } = await server.newMember({ bankCode: 'KTB' })
  return request(updateBankAccountName, { body: { bankCode, bankAccountName } })
}

async function changePassword({ signedIn }: CodeWorld, oldPassword: string, newPassword: string) {
  const { request } = await signedIn()
  return request(account.changePassword, { body: { oldPassword, newPassword } })
}

async function resetPassword({ server, visitor, proofOf }: CodeWorld, more: object) {
  const username = newPhone()
  await server.newMember({ username })
  const otpToken = await proofOf(username, 'reset-password')
  return visitor(account.resetPassword, { body: { username, newPassword: 'secret-2', otpToken, ...more } })
}

export const codes: CodeWays = {
  validateAccount: ofRegistration(({ visitor }, body) => visitor(account.validateAccount, { body })),
  createAccount: {
    ...ofRegistration(({ visitor }, body) => visitor(account.createAccount, { body })),
    EXISTING_BANK: async ({ register, hired }) => register({ bankAccountNo: (await hired()).bankAccountNo }),
    INVALID_USER_INFO: ({ register }) => register({ bankAccountNo: '1' }),
    INVALID_BANK: ({ register }) => register({ bankCode: 'NOBANK' }),
    BANK_ACCOUNT_NAME_ENG: ({ register }) => register({ bankCode: 'KTB', bankAccountName: 'สมหญิง' }),
    REGISTER_FAIL: async ({ registration, broken }) => {
      const body = await registration()
      return broken('', ({ request }) => request(account.createAccount, { body }))
    },
    REQUEST_LIMIT_1MIN: async ({ registration, busy }) => {
      const body = await registration()
      return busy('', ({ request }) => request(account.createAccount, { body }))
    },
  },
  updateProfile: ofBankAccount(updateProfile),
  updateBankAccountName: {
    UNVERIFIED_OTP: (world) => renameHolder(world, 'KTB', 'SOMYING'),
    INVALID_BANK: (world) => renameHolder(world, 'SCB', 'SOMYING'),
    BANK_ACCOUNT_NAME_ENG: (world) => renameHolder(world, 'KTB', 'สมหญิง'),
  },
  changePassword: {
    WRONG_PASSWORD: (world) => changePassword(world, 'wrong', 'secret-2'),
    WEAK_PASSWORD: (world) => changePassword(world, 'secret-1', 'password1'),
    INVALID_USER_INFO: (world) => changePassword(world, 'secret-1', 'secret-1'),
    REQUEST_LIMIT_1MIN: async (world) =>
      world.busy((await world.signedIn()).request.token, ({ request }) =>
        request(account.changePassword, { body: { oldPassword: 'secret-1', newPassword: 'secret-2' } }),
      ),
  },
  resetPassword: {
    UNVERIFIED_OTP: (world) => resetPassword(world, { otpToken: 'x'.repeat(43) }),
    WEAK_PASSWORD: (world) => resetPassword(world, { newPassword: 'password1' }),
    PHONE_NUMBER_REQUIRE_10_DIGIT: (world) => resetPassword(world, { username: '12345' }),
    REQUEST_LIMIT_1MIN: (world) =>
      world.busy('', ({ request }) => resetPassword({ ...world, visitor: request }, {})),
  },
  addBankAccount: {
    ...ofBankAccount(({ addAccount }, owner, more) => addAccount(owner, more)),
    BANK_ACCOUNT_LIMIT: async ({ owner, addAccount }) => {
      const member = await owner()
      for (let n = 1; n < 5; n += 1) await addAccount(member)
      return addAccount(member)
    },
  },
  removeBankAccount: {
    BANK_ACCOUNT_IN_USE: async ({ owner }) => {
      const { request } = await owner()
      const [usual] = (await request(listBankAccounts)).body.accounts
      return request(removeBankAccount, { params: { id: usual?.id ?? '' } })
    },
  },
}
