import { setTimeout } from 'node:timers/promises'
import { parseConfig } from '../../server/config.ts'
import { startServer } from '../../server/start-server.ts'

/** How long each game provider takes for a transfer, in ms. */
const PROVIDER_MS = 200

const server = await startServer(parseConfig(process.env))
const { games } = server.context.providers
const move = games.move.bind(games)
games.move = async (asked) => {
  await setTimeout(PROVIDER_MS)
  return move(asked)
}
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
