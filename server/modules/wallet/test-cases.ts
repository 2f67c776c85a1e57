import { addMoney } from '#api/contract/wallet.ts'
import { type MoneyOperation, moneyOperation } from '../test-money-operation.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(addMoney, {
    cases: { 'a deposit': () => ({ body: { amount: 250 } }) },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
]
