import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps {
  /** The text to copy, or a function that fetches it. */
  text: string | (() => Promise<string>)
  label: string
  copiedLabel: string
  onCopied?: () => void
  onFailed?: () => void
  /** A wide button with its label in words, where copying is what people came for. */
  wide?: boolean | undefined
}

/** Copies on a tap; its icon and its label confirm it for two seconds. */
export function CopyButton({ text, label, copiedLabel, onCopied, onFailed, wide }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await copyToClipboard(text)
    } catch {
      setCopied(false)
      onFailed?.()
      return
    }
    setCopied(true)
    onCopied?.()
  }
  const icon = copied ? 'check' : 'copy'
  return (
    <>
      {wide ? (
        <Button wide icon={icon} onClick={() => void copy()}>
          {label}
        </Button>
      ) : (
        <IconButton icon={icon} label={copied ? copiedLabel : label} onClick={() => void copy()} />
      )}
      <output className="visually-hidden">{copied && copiedLabel}</output>
    </>
  )
}

async function copyToClipboard(text: CopyButtonProps['text']): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  // Safari lets only the tap's own handler write to the clipboard, but accepts a promise. Browsers without ClipboardItem allow
  // a later write.
  if (!('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(await text())
  const blob = text().then((found) => new Blob([found], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
