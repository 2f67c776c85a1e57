import type { ReactNode } from 'react'
import { formatSatang } from '#lib/money/money.ts'
import { useAmountPrivacy } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './control.module.css'
import { TextControl, type TextControlProps } from './text-control.tsx'

interface AmountControlProps extends Omit<TextControlProps, 'inputMode' | 'trailing' | 'type'> {
  unit?: string
  /** The figure that the sheet is about. */
  large?: boolean
  /** A button that fills in the whole balance. Absent while amounts are hidden, because the field would show it. */
  all?: { label: ReactNode; satang: number; disabled?: boolean | undefined; onFill: (text: string) => void }
}

export function AmountControl({ unit = '฿', large, all, className, onBlur, ...input }: AmountControlProps) {
  const { hidden } = useAmountPrivacy()
  return (
    <TextControl
      inputMode="decimal"
      autoComplete="off"
      {...input}
      onBlur={onBlur && ((event) => afterPress(() => onBlur(event)))}
      className={classNames(styles.amount, large && styles.large, className)}
      trailing={
        <>
          <span className={styles.unit} aria-hidden>
            {unit}
          </span>
          {all && !hidden && (
            <Button
              size="compact"
              disabled={all.disabled || all.satang <= 0}
              onClick={() => all.onFill(formatSatang(all.satang))}
            >
              {all.label}
            </Button>
          )}
        </>
      }
    />
  )
}

/**
 * Runs once the pointer that is down has been lifted and its click handled; at once if none is down. What a field's blur
 * shows may move the button that is being pressed, and the press would miss it.
 */
function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) return run()
  addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}
