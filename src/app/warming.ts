import { isGoodLine } from '#lib/line.ts'
import { currentConnection } from '#pwa/use-connection.ts'

/** Whether what may be wanted next is fetched before it is: only on a line that is good by the phone's word and by what was seen. */
export function mayWarm(): boolean {
  return currentConnection() === 'online' && isGoodLine()
}
