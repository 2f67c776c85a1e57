import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { ApiError } from './api-error.ts'

/** For effects outside the database: its errors are logged, and change no answer. */
export type AfterCommit = () => void | Promise<void>

export interface Answer {
  status: number
  /** The response body as JSON text, which a repeat gets byte for byte. */
  text: string
}

/** By what an operation is found again. */
export interface OperationKey {
  owner: string
  /** The caller's Idempotency-Key. Without one, nothing is stored. */
  key: string | undefined
  call: string
  /** Hash of the parameters and the body. */
  bodyHash: string
}

/** What `operation_begin` tells: whether the key was free, and what was done under it before. */
export interface Beginning {
  taken: boolean
  call: string | null
  bodyHash: string
  status: string
  httpStatus: number | null
  reply: string | null
  createdAt: string
}

/** What became of the one statement that begins an operation. */
export interface Begun extends Beginning {
  /** Why nothing was begun, and what the answer says of it. */
  refusal: ErrorCode | null
  details?: ApiError['details']
  /**
   * Runs if it was begun, after the commit, and returns what this caller is told. Where the operation is recorded as running, it ends it, with
   * its answer by `storedReply`, unless a job is to do so later.
   */
  finish: () => Promise<Answer>
  /** Runs after that, when the member's next operation may run already. */
  afterCommit?: readonly AfterCommit[]
  /** What a call answers that tells a refusal in a reply of status 200. */
  refused?: (code: ErrorCode) => Answer
}
