/** The link by which a friend registers. `site`: our own origin. */
export function inviteLink(site: string, memberId: string): string {
  return `${site}/register?code=PR${encodeURIComponent(memberId)}`
}
