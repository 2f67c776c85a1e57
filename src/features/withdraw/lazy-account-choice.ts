import { laterPart } from '#data/later-part.ts'

export const AccountChoice = laterPart(
  async () => (await import(/* later */ './account-choice.tsx')).AccountChoice,
)
