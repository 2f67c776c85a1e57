/** As the channel of a deposit: it was credited by a slip. */
export const SLIP_CHANNEL = 'SLIP'
