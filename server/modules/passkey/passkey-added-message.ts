import type { Locale } from '#lib/text/locale-codes.ts'
import { momentInSms } from '../../push/queue-sms.ts'

/** The SMS about a new passkey: a member who did not add it must learn of it at once. No link, as in every SMS. */
export const passkeyAddedMessage: Record<Locale, (device: string, at: Date) => string> = {
  th: (device, at) =>
    `มีการเพิ่มพาสคีย์สำหรับเข้าสู่ระบบบัญชีของคุณ (${device || 'อุปกรณ์ที่ไม่รู้จัก'}, ${momentInSms(at)} น.) หากไม่ใช่คุณ กรุณาลบออกในหน้าโปรไฟล์และเปลี่ยนรหัสผ่านทันที`,
  la: (device, at) =>
    `ມີການເພີ່ມພາສຄີສຳລັບເຂົ້າສູ່ລະບົບບັນຊີຂອງທ່ານ (${device || 'ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ'}, ${momentInSms(at)} ໂມງ) ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາລຶບອອກໃນໜ້າໂປຣໄຟລ໌ ແລະ ປ່ຽນລະຫັດຜ່ານທັນທີ`,
  en: (device, at) =>
    `A passkey was added to your account (${device || 'unknown device'}, ${momentInSms(at)}). If this was not you, remove it in your profile and change your password now.`,
}
