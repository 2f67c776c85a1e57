import type { BankAccount } from '#api/contract/account.ts'

/** Where the money may go: `id` is missing for the usual account, which needs no name on the wire. */
export type Payee = BankAccount & { bankCode: string; id?: string; heldUntil?: string | null | undefined }
