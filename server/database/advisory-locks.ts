// The numbers of this program's advisory locks in PostgreSQL, each once. Locks on single operations and transfers have hashes instead.

export const MIGRATING = 7_206_174
export const SEEDING = 7_206_175
export const AUDITING = 7_206_176
export const CHANGING_SETTINGS = 7_206_177
