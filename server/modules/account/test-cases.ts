import * as account from '#api/contract/account.ts'
import { listBankAccounts, removeBankAccount } from '#api/contract/bank-account.ts'
import { type CodeWays, newPhone } from '../../http/test-code-world.ts'
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

export const codes: CodeWays = {
  UNVERIFIED_OTP: async ({ visitor, registration }) =>
    visitor(account.createAccount, { body: { ...(await registration()), username: newPhone() } }),
  EXISTING_BANK: async ({ register, hired }) => register({ bankAccountNo: (await hired()).bankAccountNo }),
  INVALID_USER_INFO: ({ register }) => register({ bankAccountNo: '1' }),
  INVALID_BANK: ({ register }) => register({ bankCode: 'NOBANK' }),
  BANK_ACCOUNT_NAME_ENG: ({ register }) => register({ bankCode: 'KTB', bankAccountName: 'สมหญิง' }),
  REGISTER_FAIL: async ({ registration, broken }) => {
    const body = await registration()
    return broken('', ({ request }) => request(account.createAccount, { body }))
  },
  WRONG_PASSWORD: async ({ server }) => {
    const { request } = await server.newMember()
    return request(account.changePassword, { body: { oldPassword: 'wrong', newPassword: 'new-one' } })
  },
  WEAK_PASSWORD: ({ register }) => register({ password: 'password1' }),
  BANK_ACCOUNT_LIMIT: async ({ owner, addAccount }) => {
    const member = await owner()
    for (let n = 1; n < 5; n += 1) await addAccount(member)
    return addAccount(member)
  },
  BANK_ACCOUNT_IN_USE: async ({ owner }) => {
    const { request } = await owner()
    const [usual] = (await request(listBankAccounts)).body.accounts
    return request(removeBankAccount, { params: { id: usual?.id ?? '' } })
  },
}
