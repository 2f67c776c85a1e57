import { parseEnv } from './parse-env.ts'

/** The build settings; vite.config.ts stops a build in which one is wrong. */
export const env = parseEnv(import.meta.env)
