/**
 * What the SMS says. The last line lets the browser on this very phone fill the code in (WebOTP), for this
 * host alone; it wants to stand by itself.
 */
export function otpMessage(code: string, otpRef: string, host: string, laos: boolean): string {
  const text = laos
    ? `ລະຫັດ OTP ຂອງທ່ານແມ່ນ ${code} (Ref: ${otpRef}) ໝົດອາຍຸໃນ 5 ນາທີ`
    : `รหัส OTP ของคุณคือ ${code} (Ref: ${otpRef}) หมดอายุใน 5 นาที`
  return `${text}\n\n@${host} #${code}`
}
