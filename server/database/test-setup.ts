import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { findRedisProgram } from '../../scripts/redis.ts'
import { bundleServer } from '../../tests/support/bundle-server.ts'
import { type EmbeddedTemplates, embeddedTemplates } from './test-embedded-template.ts'
import { startCluster } from './test-postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The files that in-memory databases start from. */
    embeddedTemplates: EmbeddedTemplates
    /** URL of a database in the tests' PostgreSQL, with DATABASE in place of its name; empty without one. */
    postgresUrl: string
    /** The server as one file, which starts sooner than its source. */
    serverBundle: string
  }
}

/** Vitest's global setup for tests that use a database. */
export async function setup(project: TestProject): Promise<() => void> {
  project.provide('embeddedTemplates', await embeddedTemplates())
  const bundle = await bundleServer()
  project.provide('serverBundle', bundle)
  const cluster = await startCluster()
  project.provide('postgresUrl', cluster?.urlOf('DATABASE') ?? '')
  if (!cluster) {
    process.stdout.write('No PostgreSQL programs here: the database tests run on the embedded one only.\n')
  }
  if (!findRedisProgram()) {
    process.stdout.write('No Redis program here: several server processes together are not tested.\n')
  }
  return () => {
    cluster?.stop()
    rmSync(bundle, { force: true })
  }
}
