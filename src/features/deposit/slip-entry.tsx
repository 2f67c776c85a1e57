import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import type { IconName } from '#ui/icon.tsx'
import { useOpenSlipUpload } from './slip/slip-upload-context.ts'

interface SlipEntryProps {
  tone?: 'sky' | 'gold'
  icon?: IconName
  title: ReactNode
  /** Why the member may want to upload a slip here. */
  children: ReactNode
}

/** A card in the deposit sheet that opens the slip upload. */
export function SlipEntry({ tone = 'sky', icon = 'clock', title, children }: SlipEntryProps) {
  const { t } = useLingui()
  const goToSlips = useOpenSlipUpload()
  return (
    <Notice
      tone={tone}
      icon={icon}
      title={title}
      action={
        goToSlips && (
          <Button size="compact" icon="upload" onClick={goToSlips}>
            {t`Upload slip`}
          </Button>
        )
      }
    >
      {children}
    </Notice>
  )
}
