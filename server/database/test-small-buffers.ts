/**
 * A setting of the embedded database for tests, which have little data: clearing the usual 128 MB of buffers is a third of what
 * each start costs.
 */
export const SMALL_BUFFERS = "shared_buffers = '8MB'"
