/** An upload as it is kept. Its bytes never change. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** The bytes from `start` to before `end`; rejects where the file has gone or become shorter meanwhile. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/** The one way to an upload's bytes. */
export interface FileStore {
  /** Keeps the bytes under a new name that nobody can guess, and gives the name. */
  write(bytes: Uint8Array<ArrayBuffer>, extension: string): Promise<string>
  /** Null where there is no such file. Reads nothing of it yet. */
  open(name: string): Promise<StoredFile | null>
  /** Encrypts with the key of today what is not; gives how many files that were, and how many cannot be read. */
  reencrypt(signal: AbortSignal): Promise<{ renewed: number; failed: number }>
  /** The names of what was written before then. */
  writtenBefore(then: Date): AsyncIterable<string>
  /** Nothing happens where it is gone already. */
  remove(name: string): Promise<void>
}

export const FILE_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/u

/** An upload's address. Whoever has it may look: its name cannot be guessed, and only its owner is told. */
export const fileLink = (name: string): string => `/api/files/${name}`
