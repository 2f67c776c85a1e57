import type { Env } from './parse-env.ts'

declare const ENV: Env

/** The build settings, as vite.config.ts has parsed them. */
export const env = ENV
