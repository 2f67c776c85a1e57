import { Trans } from '@lingui/react/macro'
import { closeErrorDialog } from '#errors/error-dialog.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

export function ErrorDialog({ text }: { text: string }) {
  return (
    <Dialog
      open
      onClose={closeErrorDialog}
      icon="alert"
      tone="coral"
      title={<Trans>That did not work</Trans>}
      text={text}
      actions={
        <Button wide onClick={closeErrorDialog}>
          <Trans>Close</Trans>
        </Button>
      }
    />
  )
}
