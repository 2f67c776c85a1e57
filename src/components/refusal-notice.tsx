import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '#api/api-error.ts'
import { acceptedFrom, refusalWords } from '#errors/refusal-words.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { whenOver } from '#lib/dates/when-over.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import { Notice } from '#ui/message/notice.tsx'

interface RefusalNoticeProps {
  error: ApiError
  /** In place of the usual words. */
  words?: string | false | undefined
  action?: ReactNode
}

/** Says why something was refused, for as long as it would be refused again. */
export function RefusalNotice({ error, words, action }: RefusalNoticeProps) {
  const moneyWords = useMoneyWords()
  const [ended, setEnded] = useState<ApiError>()
  useEffect(() => {
    const until = acceptedFrom(error)
    // A refusal that comes after its own time shows that the server's clock is not known: it is told all the same.
    if (until === undefined || until <= serverNow()) return
    return whenOver(until, () => setEnded(error))
  }, [error])
  if (ended === error) return null
  return (
    <Notice tone="coral" action={action}>
      {words || refusalWords(error, moneyWords)}
    </Notice>
  )
}
