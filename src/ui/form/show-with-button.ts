/** Scrolls to a part of a form and to the form's button. The part comes last, and is seen even if there is no room for both. */
export function showWithButton(part: Element): void {
  const button = part.closest('form')?.querySelector('[type=submit]')
  for (const each of [button, part]) each?.scrollIntoView({ block: 'nearest' })
}
