import type { Locale } from '#lib/text/locale-codes.ts'
import { momentInSms } from '../../push/queue-sms.ts'

type Message = Record<Locale, (device: string, at: Date) => string>

/** The SMS about a new passkey: a member who did not add it must learn of it at once. No link, as in every SMS. */
export const passkeyAddedMessage: Message = {
  th: (device, at) =>
    `มีการเพิ่มพาสคีย์สำหรับเข้าสู่ระบบบัญชีของคุณ (${device || 'อุปกรณ์ที่ไม่รู้จัก'}, ${momentInSms(at)} น.) หากไม่ใช่คุณ กรุณาลบออกในหน้าโปรไฟล์และเปลี่ยนรหัสผ่านทันที`,
  la: (device, at) =>
    `ມີການເພີ່ມພາສຄີສຳລັບເຂົ້າສູ່ລະບົບບັນຊີຂອງທ່ານ (${device || 'ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ'}, ${momentInSms(at)} ໂມງ) ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາລຶບອອກໃນໜ້າໂປຣໄຟລ໌ ແລະ ປ່ຽນລະຫັດຜ່ານທັນທີ`,
  en: (device, at) =>
    `A passkey was added to your account (${device || 'unknown device'}, ${momentInSms(at)}). If this was not you, remove it in your profile and change your password now.`,
}

/** The SMS about a removed passkey: if the member did not remove it, somebody else is in the account. */
export const passkeyRemovedMessage: Message = {
  th: (device, at) =>
    `มีการลบพาสคีย์ออกจากบัญชีของคุณ (${device || 'อุปกรณ์ที่ไม่รู้จัก'}, ${momentInSms(at)} น.) หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่านทันที`,
  la: (device, at) =>
    `ມີການລຶບພາສຄີອອກຈາກບັນຊີຂອງທ່ານ (${device || 'ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ'}, ${momentInSms(at)} ໂມງ) ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານທັນທີ`,
  en: (device, at) =>
    `A passkey was removed from your account (${device || 'unknown device'}, ${momentInSms(at)}). If this was not you, change your password now.`,
}
