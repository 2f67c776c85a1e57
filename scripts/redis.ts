import { findProgram, installPackages } from './programs.ts'

/** The path of an installed Redis server, if there is one. */
export const findRedisProgram = (): string | undefined => findProgram('redis-server', 'valkey-server')

/** Installs Debian's package if there is none and it can be had. Without Redis some tests are skipped. */
export function fetchRedis(): void {
  if (!findRedisProgram()) installPackages('redis-server')
}
