import { lockOf } from '../operation-log.ts'

/** Whether some page is still waiting for the operation's response. */
export async function isUnderWay(key: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === lockOf(key))
  } catch {
    return false
  }
}
