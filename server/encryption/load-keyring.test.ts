import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../config.ts'
import { settings } from '../database/schema/site.ts'
import { describeOnOne } from '../database/test-database.ts'
import { decryptText, encryptText } from './encrypt-text.ts'
import { forgetOlderKeys, loadKeyring } from './load-keyring.ts'

const newKey = () => randomBytes(32).toString('base64')
const house = { SANDBOX: 'off', DATABASE_URL: 'postgres://x', PUBLIC_ORIGIN: 'https://champa.example' }

describeOnOne('the keys for stored data', (open) => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'champa-keys-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const sandbox = () => parseConfig({ DATA_DIR: join(folder, 'data') })
  const real = (...keys: string[]) => parseConfig({ ...house, DATA_DIR: folder, DATA_KEYS: keys.join(' ') })

  test('a sandbox generates its own key in a private file, and uses it again at the next start', async () => {
    const { db } = await open()
    const [first, atOnce] = await Promise.all([loadKeyring(db, sandbox()), loadKeyring(db, sandbox())])
    const again = await loadKeyring(db, sandbox())
    const stored = encryptText(first, 'secret', 'here')
    for (const keys of [atOnce, again]) expect(decryptText(keys, stored, 'here')).toBe('secret')
    expect(await readdir(join(folder, 'data'))).toEqual(['data.key'])
    expect(statSync(join(folder, 'data/data.key')).mode & 0o777).toBe(0o600)
  })

  test('a sandbox that starts while another one makes the key takes that one', async () => {
    const { db } = await open()
    const [second, first] = await db.transaction(async (tx) => {
      // The lock makes the second start wait: it reads the noted keys only after the first start has made one.
      await tx.execute(sql`lock table settings in access exclusive mode`)
      const late = loadKeyring(db, sandbox())
      return [{ late }, await loadKeyring(tx, sandbox())] as const
    })
    expect((await second.late).current.id).toBe(first.current.id)
  })

  test('a sandbox with keys set later still reads its earlier data', async () => {
    const { db } = await open()
    const before = await loadKeyring(db, sandbox())
    const given = { ...sandbox(), dataKeys: [randomBytes(32)] }
    const after = await loadKeyring(db, given)
    expect(after.current.id).not.toBe(before.current.id)
    expect(decryptText(after, encryptText(before, 'secret', 'here'), 'here')).toBe('secret')
  })

  test('a wrong or missing key stops the start before anything is written, and says what to do', async () => {
    const { db } = await open()
    const [one, two] = [newKey(), newKey()]
    const { current } = await loadKeyring(db, real(one))
    const before = await db.select().from(settings)
    await expect(loadKeyring(db, real(two))).rejects.toThrow(ConfigError)
    await expect(loadKeyring(db, real(two))).rejects.toThrow(
      new RegExp(`^DATA_KEYS must have the key .* \\(its id is ${current.id}\\)\\. Add it behind`, 'u'),
    )
    await expect(loadKeyring(db, sandbox())).rejects.toThrow(/put its file back at .*data\.key/u)
    expect(await db.select().from(settings)).toEqual(before)
    expect(await readdir(folder)).toEqual([])
    await loadKeyring(db, real(two, one))
  })

  test('an older key is required until no data uses it', async () => {
    const { db } = await open()
    const [one, two] = [newKey(), newKey()]
    await loadKeyring(db, real(one))
    const both = await loadKeyring(db, real(two, one))
    await expect(loadKeyring(db, real(two))).rejects.toThrow(/^DATA_KEYS must have/u)
    await forgetOlderKeys(db, both)
    expect((await loadKeyring(db, real(two))).current.id).toBe(both.current.id)
  })

  test('a broken key file is not replaced by a new key', async () => {
    const { db } = await open()
    await loadKeyring(db, sandbox())
    const path = join(folder, 'data/data.key')
    writeFileSync(path, 'half of it')
    await expect(loadKeyring(db, sandbox())).rejects.toThrow(/^DATA_DIR has a broken key/u)
    expect(readFileSync(path, 'utf8')).toBe('half of it')
  })
})
