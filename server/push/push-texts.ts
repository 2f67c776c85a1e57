import { formatSatang } from '#lib/money/money.ts'
import type { PushTopic } from '#lib/network/push-message.ts'
import type { Locale } from '#lib/text/locale-codes.ts'

interface Words {
  title: string
  body: string
}

/** What a notification says. `amount` in satang, only where the member allows it on a locked screen. */
export function pushTexts(event: PushTopic, locale: Locale, amount: number | null): Words {
  const [title, body, withAmount] = words[locale][event]
  return { title, body: amount === null || !withAmount ? body : withAmount(formatSatang(amount)) }
}

type Text = readonly [title: string, body: string, withAmount?: (amount: string) => string]

const words: Record<Locale, Record<PushTopic, Text>> = {
  th: {
    'deposit-over-limit': [
      'เกินวงเงินฝากที่คุณตั้งไว้',
      'เงินเข้ากระเป๋าเงินของคุณแล้วและนับรวมในวงเงิน แตะเพื่อดูวงเงิน',
      (amount) => `เงิน ${amount} บาทเข้ากระเป๋าเงินของคุณแล้วและนับรวมในวงเงิน แตะเพื่อดูวงเงิน`,
    ],
    deposit: ['เงินเข้าแล้ว', 'ยอดฝากเข้ากระเป๋าเงินของคุณแล้ว', (amount) => `เงิน ${amount} บาทเข้ากระเป๋าเงินของคุณแล้ว`],
    'withdrawal-settled': [
      'ถอนเงินสำเร็จ',
      'ธนาคารโอนเงินให้คุณแล้ว',
      (amount) => `ธนาคารโอนเงิน ${amount} บาทให้คุณแล้ว`,
    ],
    'withdrawal-refused': [
      'ถอนเงินไม่สำเร็จ',
      'เงินกลับเข้ากระเป๋าเงินของคุณแล้ว แตะเพื่อดูเหตุผล',
      (amount) => `เงิน ${amount} บาทกลับเข้ากระเป๋าเงินของคุณแล้ว แตะเพื่อดูเหตุผล`,
    ],
    chat: ['มีข้อความตอบกลับ', 'เจ้าหน้าที่ตอบคุณในแชตแล้ว'],
    device: ['อุปกรณ์ใหม่เข้าสู่ระบบ', 'หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่านทันที'],
    passkey: ['พาสคีย์ของคุณมีการเปลี่ยนแปลง', 'หากไม่ใช่คุณ กรุณาตรวจสอบพาสคีย์และเปลี่ยนรหัสผ่านทันที'],
    'bank-account': ['บัญชีรับเงินของคุณมีการเปลี่ยนแปลง', 'หากไม่ใช่คุณ กรุณาติดต่อเราทันที'],
  },
  la: {
    'deposit-over-limit': [
      'ເກີນວົງເງິນຝາກທີ່ທ່ານຕັ້ງໄວ້',
      'ເງິນເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ ແລະ ນັບລວມໃນວົງເງິນ ແຕະເພື່ອເບິ່ງວົງເງິນ',
      (amount) => `ເງິນ ${amount} ບາດເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ ແລະ ນັບລວມໃນວົງເງິນ ແຕະເພື່ອເບິ່ງວົງເງິນ`,
    ],
    deposit: ['ເງິນເຂົ້າແລ້ວ', 'ຍອດຝາກເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ', (amount) => `ເງິນ ${amount} ບາດເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ`],
    'withdrawal-settled': [
      'ຖອນເງິນສຳເລັດ',
      'ທະນາຄານໂອນເງິນໃຫ້ທ່ານແລ້ວ',
      (amount) => `ທະນາຄານໂອນເງິນ ${amount} ບາດໃຫ້ທ່ານແລ້ວ`,
    ],
    'withdrawal-refused': [
      'ຖອນເງິນບໍ່ສຳເລັດ',
      'ເງິນກັບເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ ແຕະເພື່ອເບິ່ງເຫດຜົນ',
      (amount) => `ເງິນ ${amount} ບາດກັບເຂົ້າກະເປົາເງິນຂອງທ່ານແລ້ວ ແຕະເພື່ອເບິ່ງເຫດຜົນ`,
    ],
    chat: ['ມີຂໍ້ຄວາມຕອບກັບ', 'ພະນັກງານຕອບທ່ານໃນແຊັດແລ້ວ'],
    device: ['ອຸປະກອນໃໝ່ເຂົ້າສູ່ລະບົບ', 'ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານທັນທີ'],
    passkey: ['ພາສຄີຂອງທ່ານມີການປ່ຽນແປງ', 'ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາກວດເບິ່ງພາສຄີ ແລະ ປ່ຽນລະຫັດຜ່ານທັນທີ'],
    'bank-account': ['ບັນຊີຮັບເງິນຂອງທ່ານມີການປ່ຽນແປງ', 'ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາທັນທີ'],
  },
  en: {
    'deposit-over-limit': [
      'Past your deposit limit',
      'The money is in your wallet and counts. Tap to see your limits',
      (amount) => `${amount} baht is in your wallet and counts. Tap to see your limits`,
    ],
    deposit: [
      'Money arrived',
      'Your deposit is in your wallet',
      (amount) => `${amount} baht is in your wallet`,
    ],
    'withdrawal-settled': [
      'Withdrawal paid',
      'The bank has paid your withdrawal',
      (amount) => `The bank has paid you ${amount} baht`,
    ],
    'withdrawal-refused': [
      'Withdrawal refused',
      'The money is back in your wallet. Tap to see why',
      (amount) => `${amount} baht is back in your wallet. Tap to see why`,
    ],
    chat: ['You have an answer', 'Our team has answered you in the chat'],
    device: ['A new device logged in', 'If this was not you, change your password now'],
    passkey: ['Your passkeys have changed', 'If this was not you, check them and change your password now'],
    'bank-account': ['Your bank accounts have changed', 'If this was not you, contact us now'],
  },
}
