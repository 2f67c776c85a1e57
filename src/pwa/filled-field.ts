/** Whether something is typed in a field. A sheet that is leaving is inert. */
export function hasFilledField(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>(':is(input, textarea):not([inert] *)')]
  return fields.some(({ type, value }) => !/^(?:checkbox|radio|hidden|submit)$/.test(type) && value !== '')
}
