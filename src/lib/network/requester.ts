/** By this header, with every call, the backend knows that a member's app asks. */
export const requesterHeader = { 'X-Requester-Type': 'WALLET_USER' } as const
