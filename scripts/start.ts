import { buildApp } from './build-app.ts'

await buildApp()
await import('../server/main.ts')
