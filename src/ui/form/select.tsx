import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { type Ref, use, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import control from './control.module.css'
import { FieldContext, useFieldControl, useFieldInvalid } from './field-context.ts'
import { LockedContext } from './field-lock.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './select.module.css'
import { type Layer, useLayer } from '#ui/dialog/use-layer.ts'

interface Option<Value extends string> {
  value: Value
  label: string
  icon?: IconName
  /** Address of a picture shown in place of the icon. */
  picture?: string
}

interface SelectProps<Value extends string> {
  options: readonly Option<Value>[]
  value: Value | '' | null | undefined
  onChange: (value: Value) => void
  placeholder: string
  name?: string
  /** Takes the focus, where a form leads to what is wrong. */
  ref?: Ref<HTMLButtonElement>
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, placeholder, name, ref } = props
  const field = useFieldControl()
  const invalid = useFieldInvalid()
  const labelId = use(FieldContext)?.labelId
  const [open, setOpen] = useState(false)
  const layer = useRef<Layer>({ onClose: () => setOpen(false) })
  useLayer(open, layer)
  const chosen = options.find((option) => option.value === value)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root<Value>
        open={open}
        onOpenChange={setOpen}
        items={options}
        value={value || null}
        onValueChange={(next) => next !== null && onChange(next)}
        name={name}
        disabled={use(LockedContext)}
      >
        <Base.Trigger
          ref={ref}
          {...field}
          className={classNames(control.control, styles.trigger, invalid && control.invalid)}
        >
          {chosen && <Mark option={chosen} />}
          <Base.Value className={styles.value} placeholder={placeholder} />
          <Icon name="down" small className={styles.arrow} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            className={styles.positioner}
            // The page behind may scroll, and would carry a menu that is placed in the document away from under the finger.
            positionMethod="fixed"
            alignItemWithTrigger={false}
            sideOffset={6}
          >
            <Base.Popup className={styles.menu}>
              <Base.List className={styles.list} aria-labelledby={labelId}>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={styles.item}>
                    <Mark option={option} />
                    <Base.ItemText>{option.label}</Base.ItemText>
                    <Base.ItemIndicator className={styles.tick}>
                      <Icon name="check" small />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

function Mark({ option }: { option: Option<string> }) {
  if (option.picture) return <img src={option.picture} alt="" className={styles.picture} />
  return option.icon ? <Icon name={option.icon} small /> : null
}
