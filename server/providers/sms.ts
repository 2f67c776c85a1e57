import { inProviderTime, MEMBER_TIMEOUT } from './time-limit.ts'

interface Sms {
  /** Local digits with the leading 0. */
  to: string
  text: string
}

export interface SmsGateway {
  /** Rejects when the message was not accepted for delivery. Called by `sendSms` alone. */
  send(message: Sms): Promise<void>
}

/**
 * Sends a message. Rejects if the gateway does not accept it, or is silent for as long as a member waits or `timeout` ms: the message may
 * arrive all the same.
 */
export const sendSms = (
  { sms }: { sms: SmsGateway },
  message: Sms,
  timeout = MEMBER_TIMEOUT,
): Promise<void> => inProviderTime(sms.send(message), timeout)
