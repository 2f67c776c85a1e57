import { expect, test } from 'vitest'
import { trueWalletMinimum } from './wallet-rules.ts'

test('a TrueMoney transfer is at least 2 baht', () => expect(trueWalletMinimum).toBe(200))
