import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps {
  text: string
  label: string
  copiedLabel: string
  onCopied?: () => void
  onFailed?: () => void
  className?: string
}

/** Copies on a tap; the tick and its name say so for two seconds. */
export function CopyButton({ text, label, copiedLabel, onCopied, onFailed, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setCopied(false)
      onFailed?.()
      return
    }
    setCopied(true)
    onCopied?.()
  }
  return (
    <>
      <IconButton
        className={className}
        icon={copied ? 'check' : 'copy'}
        label={copied ? copiedLabel : label}
        onClick={() => void copy()}
      />
      <output className="visually-hidden">{copied && copiedLabel}</output>
    </>
  )
}
