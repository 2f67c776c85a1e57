export interface FileStore {
  /** Keeps the bytes under a new name that nobody can guess, and gives the name. */
  put(bytes: Uint8Array<ArrayBuffer>, extension: string): Promise<string>
  /** Null where there is no such file. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
}

export const FILE_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/u
