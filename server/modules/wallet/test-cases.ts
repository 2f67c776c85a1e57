import { addMoney } from '#api/contract/wallet.ts'
import { moneyOperation } from '../test-operation.ts'

export const moneyOperations = [
  moneyOperation(addMoney, {
    cases: { 'a deposit': () => ({ body: { amount: 250 } }) },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
]
