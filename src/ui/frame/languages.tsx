import styles from './languages.module.css'

interface LanguagesProps<Value extends string> {
  label: string
  /** `lang`: the language tag of the label itself. */
  options: readonly { value: Value; label: string; lang: string }[]
  value: Value
  /** The chosen one is not there yet. */
  loading: boolean
  onChange: (value: Value) => void
}

export function Languages<Value extends string>(props: LanguagesProps<Value>) {
  const { label, options, value, loading, onChange } = props
  return (
    <fieldset className={styles.languages} aria-busy={loading}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
