import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'

const folder = fileURLToPath(new URL('functions', import.meta.url))

interface Definition {
  name: string
  /** The function's name with the types of its arguments. */
  signature: string
  /** The arguments' names and the type of the result. `CREATE OR REPLACE` cannot change them, so such a change drops the function first. */
  shape: string
  /** The whole CREATE statement, as PostgreSQL prints it. */
  text: string
}

/** The functions of one schema. */
async function definitionsIn(client: Pick<PGlite, 'query'>, schema: string): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select proname as name, format('%I(%s)', proname, oidvectortypes(proargtypes)) as signature,
        format('(%s) %s', pg_get_function_arguments(oid), pg_get_function_result(oid)) as shape,
        replace(pg_get_functiondef(oid), format('FUNCTION %I.', pronamespace::regnamespace), 'FUNCTION ') as text
      from pg_proc where pronamespace = $1::regnamespace order by signature`,
    [schema],
  )
  return rows
}

/**
 * The statements that bring the functions of a migrated database to what `functions/` says; none if its migrations have done so. The
 * database stays as it is.
 */
export async function functionChanges(client: PGlite): Promise<string[]> {
  const names = (await readdir(folder)).map((file) => file.replace(/\.sql$/u, '')).toSorted()
  const statements: string[] = []
  await client.transaction(async (tx) => {
    const before = new Map((await definitionsIn(tx, 'public')).map((one) => [one.signature, one]))
    // The files create their functions in a schema of their own: those of the migrations stay beside them, to be compared.
    await tx.exec('create schema as_written; set local search_path = as_written, public')
    const files = await Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.sql`), 'utf8') })),
    )
    for (const { text } of files) await tx.exec(text)
    const written = await definitionsIn(tx, 'as_written')
    for (const { name, text } of files) {
      const [definition, other] = written.filter((one) => one.name === name)
      if (!definition || other)
        throw new Error(`functions/${name}.sql does not create one function of that name`)
      const old = before.get(definition.signature)
      before.delete(definition.signature)
      if (old?.text === definition.text) continue
      if (old && old.shape !== definition.shape) statements.push(`DROP FUNCTION ${old.signature};`)
      statements.push(text.trim())
    }
    await tx.rollback()
    statements.push(...[...before.keys()].map((signature) => `DROP FUNCTION ${signature};`))
  })
  return statements
}
