import type { Country } from '#lib/text/phone.ts'
import type { Localized } from '../database/localized.ts'

interface SiteTexts {
  conditions: Localized
  notice: Localized
  agreements: readonly Localized[]
  sources: readonly (readonly [code: string, description: Localized])[]
  contactText: Localized
}

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** A proper name, the same in every language. */
const named = (name: string): Localized => ({ th: name, la: name, en: name })

interface Place {
  /** From which a member may register. */
  age: number
  messenger: string
}

const places: Record<Country, Place> = {
  TH: { age: 20, messenger: 'LINE' },
  LA: { age: 18, messenger: 'WhatsApp' },
}

export interface ContactPlace {
  name: string
  link: string
}

/** The sandbox's contact. */
export const contactPlaces: Record<Country, ContactPlace> = {
  TH: { name: '@champa', link: 'https://line.me/R/ti/p/%40champa' },
  LA: { name: '+856 20 5551 2345', link: 'https://wa.me/8562055512345' },
}

/** The site's texts until the operator writes others. */
export const siteTexts = (country: Country): SiteTexts => {
  const { age, messenger } = places[country]
  return {
    conditions: {
      th: list([
        `ผู้สมัครต้องมีอายุ ${age} ปีบริบูรณ์ขึ้นไป`,
        'หนึ่งท่านมีได้หนึ่งบัญชี และต้องใช้บัญชีธนาคารของตนเอง',
        'ฝากเงินจากบัญชีที่ลงทะเบียนไว้เท่านั้น',
        'ถอนเงินได้เฉพาะเข้าบัญชีธนาคารที่ลงทะเบียนไว้',
        'กรุณาเล่นอย่างมีสติ และตั้งวงเงินที่ไม่กระทบชีวิตประจำวัน',
      ]),
      la: list([
        `ຜູ້ລົງທະບຽນຕ້ອງມີອາຍຸ ${age} ປີຂຶ້ນໄປ`,
        'ໜຶ່ງທ່ານມີໄດ້ໜຶ່ງບັນຊີ ແລະ ຕ້ອງໃຊ້ບັນຊີທະນາຄານຂອງຕົນເອງ',
        'ຝາກເງິນຈາກບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ',
        'ຖອນເງິນໄດ້ສະເພາະເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້',
        'ກະລຸນາຫຼິ້ນຢ່າງມີສະຕິ ແລະ ຕັ້ງວົງເງິນທີ່ບໍ່ກະທົບຊີວິດປະຈຳວັນ',
      ]),
      en: list([
        `You must be at least ${age} years old to register.`,
        'Each person may have one account, with a bank account of their own.',
        'Please deposit only from your registered account.',
        'Withdrawals go only to your registered bank account.',
        'Please play responsibly, and set a limit that does not affect your daily life.',
      ]),
    },
    notice: {
      th: '<p>เมื่อรับโบนัสแล้ว ต้องเล่นให้ครบตามเงื่อนไขก่อนถอนเงิน</p><p>ปิดโบนัสได้เมื่อเหลือไม่เกิน %percentFail%% ของยอดรวมตอนรับโบนัส</p>',
      la: '<p>ເມື່ອຮັບໂບນັດແລ້ວ ຕ້ອງຫຼິ້ນໃຫ້ຄົບຕາມເງື່ອນໄຂກ່ອນຖອນເງິນ</p><p>ປິດໂບນັດໄດ້ເມື່ອເຫຼືອບໍ່ເກີນ %percentFail%% ຂອງຍອດລວມຕອນຮັບໂບນັດ</p>',
      en: '<p>Once you have claimed a bonus, you must meet its terms before you can withdraw.</p><p>You can cancel a bonus when at most %percentFail%% of your total at its start is left.</p>',
    },
    agreements: [
      {
        th: '<p><strong>การใช้บัญชี</strong> กรุณาเก็บรหัสผ่านไว้เป็นความลับ เราไม่ขอรหัสผ่านหรือรหัส OTP ทางโทรศัพท์หรือแชต</p>',
        la: '<p><strong>ການໃຊ້ບັນຊີ</strong> ກະລຸນາເກັບລະຫັດຜ່ານໄວ້ເປັນຄວາມລັບ ພວກເຮົາບໍ່ຂໍລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ທາງໂທລະສັບ ຫຼື ແຊັດ</p>',
        en: '<p><strong>Your account</strong> Please keep your password secret. We never ask for your password or an OTP code by phone or in chat.</p>',
      },
      {
        th: '<p><strong>เงินและโบนัส</strong> ทุกรายการบันทึกไว้ในประวัติรายการ หากพบสิ่งผิดปกติ กรุณาติดต่อเราโดยเร็ว</p>',
        la: '<p><strong>ເງິນ ແລະ ໂບນັດ</strong> ທຸກລາຍການບັນທຶກໄວ້ໃນປະຫວັດທຸລະກຳ ຖ້າພົບສິ່ງຜິດປົກກະຕິ ກະລຸນາຕິດຕໍ່ພວກເຮົາໂດຍໄວ</p>',
        en: '<p><strong>Money and bonuses</strong> Every transaction is kept in your history. If something looks wrong, please contact us soon.</p>',
      },
    ],
    sources: [
      ['FRIEND', { th: 'เพื่อนแนะนำ', la: 'ໝູ່ແນະນຳ', en: 'A friend' }],
      ['SEARCH', { th: 'ค้นหาทางอินเทอร์เน็ต', la: 'ຄົ້ນຫາທາງອິນເຕີເນັດ', en: 'Internet search' }],
      ['FACEBOOK', named('Facebook')],
      [messenger.toUpperCase(), named(messenger)],
      ['OTHER', { th: 'อื่น ๆ', la: 'ອື່ນໆ', en: 'Other' }],
    ],
    contactText: {
      th: `<p>ติดต่อเราทาง ${messenger} ได้ตลอด 24 ชั่วโมง</p>`,
      la: `<p>ຕິດຕໍ່ພວກເຮົາທາງ ${messenger} ໄດ້ຕະຫຼອດ 24 ຊົ່ວໂມງ</p>`,
      en: `<p>Contact us on ${messenger}, 24 hours a day.</p>`,
    },
  }
}
