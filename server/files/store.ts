import { hash, randomBytes } from 'node:crypto'

/** A stored upload. Its bytes never change. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number
  /** Reads the bytes from `start` to before `end`; rejects if the file was deleted or truncated meanwhile. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/** The only access to uploads. */
export interface FileStore {
  /**
   * Stores the bytes under an unguessable name, and returns the name: a new one, or where `source` says what the bytes come from, always the
   * same for that.
   */
  write(bytes: Uint8Array<ArrayBuffer>, extension: string, source?: string): Promise<string>
  /** Null if there is no such file. Does not read it yet. */
  open(name: string): Promise<StoredFile | null>
  /** Encrypts files of other keys with the current one; returns how many there were, and how many cannot be read: `tell` is told why. */
  reencrypt(
    signal: AbortSignal,
    tell?: (error: unknown) => void,
  ): Promise<{ renewed: number; failed: number }>
  /** The names of files written before this time. */
  writtenBefore(then: Date): AsyncIterable<string>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
}

export const FILE_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/u

export function nameFile(extension: string, source: string | undefined): string {
  const unguessable = source === undefined ? randomBytes(24).toString('hex') : hash('sha256', source)
  const name = `${unguessable.slice(0, 48)}.${extension}`
  if (!FILE_NAME.test(name)) throw new TypeError(`No file extension: ${extension}`)
  return name
}

/** An upload's address. It gives access: its name cannot be guessed, and only its owner receives it. */
export const fileLink = (name: string): string => `/api/files/${name}`
