/** The link that a friend registers by. `site`: where we are, as an origin. */
export function inviteLink(site: string, memberId: string): string {
  return `${site}/register?code=PR${encodeURIComponent(memberId)}`
}
