/**
 * Node's flag for a server that tests start: the WebAssembly of its database is compiled once, plainly. Compiling its busiest functions
 * again, for speed, costs a second or two from the start on, which only some hundred members' calls win back. Tests inside a long-lived
 * process, such as a worker of Vitest, go without it.
 */
export const COMPILE_ONCE = '--liftoff-only'
