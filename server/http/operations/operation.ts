import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { ApiError } from '../api-error.ts'

/** For effects outside the database: its errors are logged, and change no answer. */
export type AfterCommit = () => void | Promise<void>

export interface Answer {
  status: number
  /** The response body as JSON text, which a repeat gets byte for byte. */
  text: string
}

/** The names by which an operation is found again. */
export interface OperationKey {
  owner: string
  /** The caller's Idempotency-Key. Without one, nothing is stored. */
  key: string | undefined
  call: string
  /** Hash of the parameters and the body. */
  bodyHash: string
}

/** The row of `operation_begin`: whether the key was free, and the operation that was done under it before. */
export interface Beginning {
  taken: boolean
  call: string | null
  bodyHash: string
  status: string
  httpStatus: number | null
  reply: string | null
  createdAt: string
}

/** The outcome of the one statement that begins an operation. */
export interface Begun extends Beginning {
  /** The code of the refusal, with the details of its answer; null if the operation was begun. */
  refusal: ErrorCode | null
  details?: ApiError['details']
  /**
   * Runs after the commit, if the operation was begun, and returns this caller's answer. It ends an operation that is recorded as
   * running, with its answer by `storedReply`, unless a job is to do so later.
   */
  finish: () => Promise<Answer>
  /** Run after `finish`, when the member's next operation may run already. */
  afterCommit?: readonly AfterCommit[]
  /** The answer of a call that reports a refusal in a reply of status 200. */
  refused?: (code: ErrorCode) => Answer
}
