import { isIP } from 'node:net'
import { appVersion } from '#lib/version.ts'
import type { Config } from './config.ts'
import { hostnameOf, isEverywhere, isLoopback } from './hostnames.ts'
import { sandboxMember } from './seed/sandbox-member.ts'

/** The first lines that the person who starts the server reads. */
export function banner(config: Config, port: number): string {
  const address = config.publicOrigin ?? `http://${nameOf(config)}:${port}`
  const lines = [`Champa ${appVersion}`, `  App        ${address}`]
  if (config.sandbox) {
    const { phone, password } = sandboxMember(config.country)
    lines.push(
      `  Member     phone ${phone}, password ${password}`,
      `  Console    ${address}/sandbox   (codes sent, money paid in and out: all of it play money)`,
      ...(config.sandboxKey ? [`  Key        ${keyOf(config.sandboxKey)}   (of the console)`] : []),
    )
  }
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`
  return `\n${lines.join('\n')}\n  Database   ${database}\n\n`
}

/** A key that was configured is not printed, because the output may be logged. */
const keyOf = ({ value, isGenerated }: NonNullable<Config['sandboxKey']>) =>
  isGenerated ? value : 'the one in SANDBOX_KEY'

/** `localhost` if the server is reachable there, otherwise the address it listens on. */
function nameOf({ host }: Config): string {
  if (host === undefined || isEverywhere(host) || isLoopback(hostnameOf(host))) return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
