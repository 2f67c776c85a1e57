import { laterPart } from '#data/later-part.ts'

export const CancelButton = laterPart(
  async () => (await import(/* later */ './cancel-button.tsx')).CancelButton,
)
