import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { homeNoticeAtom } from '#ui/toast.ts'

/** Shows what was there to say when this was mounted: what comes later would move the games under a finger. */
export function HomeNotice() {
  const notice = useAtomValue(homeNoticeAtom)
  const [isShown] = useState(notice !== null)
  return isShown && notice
}
