// Prints the statements that a migration needs after a change in server/database/functions.
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { functionChanges } from '../server/database/function-changes.ts'
import { migrationsFolder } from '../server/database/migrations-folder.ts'

const client = new PGlite('memory://')
await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder })
const statements = await functionChanges(client)
await client.close()
if (statements.length > 0) console.log(statements.join('\n--> statement-breakpoint\n'))
