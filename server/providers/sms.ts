export interface SmsGateway {
  /** `to`: local digits with the leading 0. Rejects when the message was not accepted for delivery. */
  send(message: { to: string; text: string }): Promise<void>
}
