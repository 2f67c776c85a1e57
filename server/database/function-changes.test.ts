import { PGlite } from '@electric-sql/pglite'
import { expect, inject, test } from 'vitest'
import { functionChanges } from './function-changes.ts'
import { readTemplate } from './test-read-template.ts'

const open = async () =>
  new PGlite({
    dataDir: 'memory://',
    loadDataDir: await readTemplate(inject('embeddedTemplates').migrated),
  })

test('the migrations make the functions of `functions/` (otherwise see “Change a function of the database” in docs/how-to.md)', async () => {
  const client = await open()
  expect(await functionChanges(client)).toEqual([])
  await client.close()
})

test('a function that another migration changed, made or dropped is put right', async () => {
  const client = await open()
  await client.exec(`
    ALTER FUNCTION play_end(text, timestamptz) RESET enable_seqscan;
    DROP FUNCTION play_seconds(text, text, timestamptz);
    DROP FUNCTION reward_of(bigint, numeric, bigint, bigint);
    CREATE FUNCTION reward_of(p_amount bigint, p_percent numeric, p_max bigint, p_wallet bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1';
    CREATE FUNCTION reward_of(p_amount bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1';`)
  const starts = (await functionChanges(client)).map(
    (text) => /^(?:CREATE|DROP).*?\w+(?=\()/mu.exec(text)?.[0],
  )
  expect(starts).toEqual([
    'CREATE OR REPLACE FUNCTION play_end',
    'CREATE OR REPLACE FUNCTION play_seconds',
    'DROP FUNCTION reward_of',
    'CREATE OR REPLACE FUNCTION reward_of',
    'DROP FUNCTION reward_of',
  ])
  for (const statement of await functionChanges(client)) await client.exec(statement)
  expect(await functionChanges(client)).toEqual([])
  await client.close()
})
