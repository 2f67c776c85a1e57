import { useLingui } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { errorText } from '#errors/catalogue.ts'
import { Notice } from '#ui/notice.tsx'

interface FormErrorProps {
  /** What the server or the network answered; nothing shows without one. */
  error: unknown
}

/** Under the form: what went wrong and what to do. Heard as soon as it appears. */
export function FormError({ error }: FormErrorProps) {
  const { t } = useLingui()
  if (!error) return <div role="alert" />
  const { code, text } = toApiError(error)
  const known = errorText(code)
  return (
    <div role="alert">
      <Notice tone="coral" icon="alert">
        {known ? t(known) : text}
      </Notice>
    </div>
  )
}
