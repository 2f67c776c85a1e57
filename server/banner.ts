import { appVersion } from '#lib/version.ts'
import type { Config } from './config.ts'
import { sandboxMember } from './seed/sandbox-member.ts'

/** What the person who started the server reads first. */
export function banner(config: Config, port: number): string {
  const address = config.publicOrigin ?? `http://localhost:${port}`
  const lines = [`Champa ${appVersion}`, `  App        ${address}`]
  if (config.sandbox) {
    const { phone, password } = sandboxMember(config.country)
    lines.push(
      `  Member     phone ${phone}, password ${password}`,
      `  Console    ${address}/sandbox   (codes sent, money paid in and out: all of it play money)`,
    )
  }
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`
  return `\n${lines.join('\n')}\n  Database   ${database}\n\n`
}
