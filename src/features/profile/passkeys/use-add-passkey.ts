import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { addPasskey, beginPasskey } from '#api/contract/passkey.ts'
import { makePasskey, passkeyFailure, type PasskeyFailure } from '#data/session/passkeys.ts'
import { handleError } from '#errors/handle-error.ts'
import { useListOperation } from '../use-list-operation.ts'
import { refreshPasskeys } from './passkey-queries.ts'

type Problem = PasskeyFailure | 'password-missing' | 'password-wrong'

/** Adds a passkey of this browser: asks the backend, then the browser, and then has the backend keep it. */
export function useAddPasskey(onAdded: () => void) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<Problem>()
  const [isMaking, setMaking] = useState(false)
  const operation = useListOperation(addPasskey, {
    refetch: refreshPasskeys,
    done: t`Passkey added`,
    onListed: (isDone) => isDone && onAdded(),
  })

  /** Never rejects. */
  const add = async (password?: string) => {
    if (isMaking) return
    setMaking(true)
    try {
      const options = await request(beginPasskey, { body: { password } })
      setProblem(undefined)
      const credential = await makePasskey(options)
      await operation.run({ body: { name: options.deviceName || t`Passkey`, credential } })
    } catch (error) {
      const failure = passkeyFailure(error)
      if (failure) setProblem(failure)
      else if (toApiError(error).code === 'WRONG_PASSWORD')
        setProblem(password === undefined ? 'password-missing' : 'password-wrong')
      else handleError(toApiError(error))
    } finally {
      setMaking(false)
    }
  }
  const reset = () => setProblem((shown) => (shown === 'password-wrong' ? 'password-missing' : shown))
  return { add, busy: isMaking || operation.busy, problem, reset }
}
