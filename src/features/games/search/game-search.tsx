import { Plural, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import styles from './game-search.module.css'
import { searchNames } from './name-search.ts'

interface GameSearchProps {
  slots: readonly GameSlot[]
  /** Undefined: all games. */
  onFound: (codes: ReadonlySet<string> | undefined) => void
  onClose: () => void
}

export function GameSearch({ slots, onFound, onClose }: GameSearchProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const count = searchNames(slots, text)?.size
  useEffect(() => input.current?.focus(), [])

  const look = (next: string) => {
    setText(next)
    onFound(searchNames(slots, next))
  }
  const close = () => {
    onFound(undefined)
    onClose()
  }
  return (
    <search className={styles.search}>
      <TextControl
        ref={input}
        className={styles.field}
        type="search"
        icon="search"
        aria-label={t`Search games`}
        placeholder={t`Search games`}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        onChange={(event) => look(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          // Closes the phone's keyboard.
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
        trailing={<IconButton icon="x" label={t`Close the search`} onClick={close} />}
      />
      <output className="visually-hidden">
        {count !== undefined && (
          <Plural value={count} one={`${count} game found`} other={`${count} games found`} />
        )}
      </output>
      {count === 0 && (
        <StateView
          art="empty"
          title={t`No game has such a name`}
          text={t`Please try fewer letters, or close the search to see all games.`}
        />
      )}
    </search>
  )
}
