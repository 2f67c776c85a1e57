import { useLingui } from '@lingui/react/macro'
import { Choices } from '#ui/form/choices.tsx'
import { type StatementKind, statementKinds } from './statement-filter.ts'
import { kindTexts } from './statement-texts.ts'

const toggled = (kinds: readonly StatementKind[], kind: StatementKind) =>
  statementKinds.filter((one) => (one === kind) !== kinds.includes(one))

interface KindChoicesProps {
  /** Without any, all are shown. */
  kinds: readonly StatementKind[]
  onChange: (kinds: StatementKind[]) => void
}

/** Which kinds of rows the statement shows. */
export function KindChoices({ kinds, onChange }: KindChoicesProps) {
  const { t } = useLingui()
  return (
    <Choices<StatementKind | 'all'>
      label={t`Show only`}
      layout="scroll"
      options={[
        { value: 'all', label: t`All` },
        ...statementKinds.map((value) => ({ value, label: t(kindTexts[value]) })),
      ]}
      value={kinds.length > 0 ? kinds : ['all']}
      onChange={(value) => onChange(value === 'all' ? [] : toggled(kinds, value))}
    />
  )
}
