// Hashes one password at a time, in a thread of its own, started by passwords.ts. Plain JavaScript, because a thread has no
// loader of TypeScript.
import { scryptSync } from 'node:crypto'
import { setPriority } from 'node:os'
import { platform } from 'node:process'

// On Linux this is the thread's own priority (elsewhere the process's): where cores are short, requests come first.
if (platform === 'linux') setPriority(10)

export const hashPassword = ({ password, salt, bytes, N, r, p }) =>
  scryptSync(password, salt, bytes, { N, r, p, maxmem: 256 * N * r })
