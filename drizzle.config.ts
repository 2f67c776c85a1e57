import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --name what-changed` writes the next migration from the schema.
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema/*.ts',
  out: './server/database/migrations',
  casing: 'snake_case',
})
