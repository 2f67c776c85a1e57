import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import { useController, useForm } from 'react-hook-form'
import { activatePromotion } from '#api/contract/promotion.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { Card } from '#ui/list/card.tsx'
import { capitalise } from '#ui/form/capitals.ts'
import { Field } from '#ui/form/field.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import styles from './code-search.module.css'
import { FoundPromotion } from './found-promotion.tsx'
import { codeSchema, type CodeFields } from './promotion-form.ts'
import { usePromotionSearch } from './use-promotion-search.ts'
import { activationWords, useRewardOperation } from './use-reward-operation.ts'

/** For members with a code: what it gives is shown before it is activated. */
export function CodeSearch({ offline }: { offline: boolean }) {
  const { t } = useLingui()
  const form = useForm<CodeFields>({ resolver: valibotResolver(codeSchema), defaultValues: { code: '' } })
  const { field } = useController({ control: form.control, name: 'code' })
  const search = usePromotionSearch(field.value)
  // Held here, because the found promotion is removed while another code is typed, and an activation of unknown outcome must
  // stay.
  const operation = useRewardOperation(activatePromotion, activationWords)
  const fault = form.formState.errors.code?.message

  const type = (event: SyntheticEvent<HTMLInputElement>) => {
    capitalise(event)
    field.onChange(event.currentTarget.value)
  }
  const find = ({ code }: CodeFields) => {
    field.onChange(code)
    search.find(code)
  }
  const problem = () => {
    if (fault === 'empty') return <Trans>Please enter a promotion code.</Trans>
    if (fault || search.isMissing) {
      return <Trans>No promotion has this code. Please check the letters.</Trans>
    }
    return search.failure && wordsFor(search.failure)
  }

  return (
    <Card as="section" className={styles.card} aria-label={t`Promotion code`}>
      <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(find)(event)}>
        <Field label={t`Promotion code`} error={problem()}>
          <TextControl
            {...field}
            icon="ticket"
            required
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            className={styles.code}
            onChange={type}
            onCompositionEnd={type}
          />
        </Field>
        <MainButton
          type="submit"
          variant="quiet"
          size="regular"
          icon="search"
          loading={search.isSearching}
          held={
            offline && <Trans>You are offline. Codes can be searched when you are connected again.</Trans>
          }
        >
          {t`Search`}
        </MainButton>
      </form>
      <output className="visually-hidden">
        {search.isSearching && <Trans>Searching for the promotion…</Trans>}
      </output>
      {search.promotion && (
        <FoundPromotion
          code={search.code}
          promotion={search.promotion}
          operation={operation}
          isSearching={search.isSearching}
        />
      )}
      {!search.promotion && <OperationNotice operation={operation} />}
    </Card>
  )
}
