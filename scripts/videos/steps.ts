import type { Page } from 'playwright/test'
import type { App } from '../../tests/support/app.ts'
import type { ConsoleTab } from '../../tests/support/sandbox.ts'
import type { TestMember } from '../../tests/support/members.ts'
import type { Language } from '../../tests/support/words.ts'

/** What a step of a video can use. `tap` and `type` are visible in the film; what is done through `page` is not. */
export interface Stage {
  page: Page
  app: App
  /** The sandbox's console, which plays the banks. */
  outside: ConsoleTab
  member: TestMember
  /** Calls the backend as the member. */
  call: (method: string, path: string, body?: object) => Promise<unknown>
  tap: (target: ReturnType<App['button']>) => Promise<void>
  type: (field: ReturnType<App['button']>, text: string) => Promise<void>
}

export interface Step {
  /** The caption while it is shown. */
  says: Record<Language, string>
  action: (stage: Stage) => Promise<void>
}

export interface Video {
  name: 'wallet' | 'play' | 'balance' | 'bonus' | 'bonus-cancel'
  /** Baht in the wallet at the start. */
  baht: number
  path: string
  /** What has happened before the film starts. */
  before?: (stage: Pick<Stage, 'call'>) => Promise<void>
  steps: readonly Step[]
}

const game = 'นาคาคู่'
const bonus = 'โบนัสโชคเล็ก ๆ'
const look = async () => {}

export const videos: readonly Video[] = [
  {
    name: 'wallet',
    baht: 150,
    path: '/user/home',
    steps: [
      {
        says: {
          th: 'นี่คือกระเป๋าเงินของคุณ แตะปุ่มบวกเพื่อทำรายการ',
          la: 'ນີ້ແມ່ນກະເປົາເງິນຂອງທ່ານ ແຕະປຸ່ມບວກເພື່ອເຮັດທຸລະກຳ',
          en: 'This is your wallet. Tap the plus for everything you can do.',
        },
        action: ({ app, tap }) => tap(app.button('Deposit, withdraw and more')),
      },
      {
        says: { th: 'เลือก “ฝากเงิน”', la: 'ເລືອກ “ຝາກເງິນ”', en: 'Choose “Deposit”.' },
        action: ({ app, tap }) => {
          const name = app.words.say('Deposit')
          return tap(app.sheet('What next?').surface.getByRole('button', { name }).first())
        },
      },
      {
        says: { th: 'เลือกจำนวนเงิน', la: 'ເລືອກຈຳນວນເງິນ', en: 'Choose an amount.' },
        action: ({ app, tap }) =>
          tap(app.sheet('Deposit').surface.getByRole('button', { name: '100', exact: true })),
      },
      {
        says: { th: 'แตะ “สร้าง QR”', la: 'ແຕະ “ສ້າງ QR”', en: 'Tap “Create QR”.' },
        action: async ({ app, tap }) => {
          await tap(app.sheet('Deposit').button('Create QR'))
          await app.sheet('Deposit').surface.getByRole('timer').waitFor()
        },
      },
      {
        says: {
          th: 'จ่ายด้วยแอปธนาคารภายในเวลาที่แสดง',
          la: 'ຈ່າຍດ້ວຍແອັບທະນາຄານພາຍໃນເວລາທີ່ສະແດງ',
          en: 'Pay it with your bank’s app in the time shown.',
        },
        action: look,
      },
      {
        says: {
          th: 'เงินเข้ากระเป๋าเงินภายในประมาณ 1 นาที',
          la: 'ເງິນເຂົ້າກະເປົາເງິນພາຍໃນປະມານ 1 ນາທີ',
          en: 'The money arrives within about a minute.',
        },
        action: async ({ app, outside, member }) => {
          await outside.pay(member.phone)
          await app.sheet('Deposit').text('Credited').first().waitFor()
        },
      },
      {
        says: {
          th: 'ยอดใหม่อยู่ในกระเป๋าเงินแล้ว',
          la: 'ຍອດໃໝ່ຢູ່ໃນກະເປົາເງິນແລ້ວ',
          en: 'Your new balance is there.',
        },
        action: ({ app, tap }) => tap(app.sheet('Deposit').button('Done')),
      },
    ],
  },
  {
    name: 'play',
    baht: 300,
    path: '/user/home',
    steps: [
      {
        says: {
          th: 'เลือกเกมที่อยากเล่น',
          la: 'ເລືອກເກມທີ່ຢາກຫຼິ້ນ',
          en: 'Choose the game you want to play.',
        },
        action: ({ page, tap }) => tap(page.getByRole('main').getByRole('button', { name: game }).first()),
      },
      {
        says: {
          th: 'ครั้งแรก แตะ “เปิดใช้งาน” บัญชีเกม',
          la: 'ຄັ້ງທຳອິດ ແຕະ “ເປີດໃຊ້ງານ” ບັນຊີເກມ',
          en: 'The first time, tap “Activate”.',
        },
        action: async ({ app, page, tap }) => {
          await tap(page.getByRole('dialog').getByRole('button', { name: app.words.say('Activate') }))
          await app.button('Transfer all and play').waitFor()
        },
      },
      {
        says: {
          th: 'ชื่อผู้ใช้และรหัสผ่านของเกมอยู่ตรงนี้',
          la: 'ຊື່ຜູ້ໃຊ້ ແລະ ລະຫັດຜ່ານຂອງເກມຢູ່ນີ້',
          en: 'Here are the game’s username and password.',
        },
        action: look,
      },
      {
        says: {
          th: 'กรอกจำนวนเงินที่จะโอนเข้าเกม',
          la: 'ປ້ອນຈຳນວນເງິນທີ່ຈະໂອນເຂົ້າເກມ',
          en: 'Enter how much to move into the game.',
        },
        action: ({ app, type }) => type(app.field('Transfer from wallet'), '100'),
      },
      {
        says: {
          th: 'แตะ “โอน” เงินจะเข้าเกมทันที',
          la: 'ແຕະ “ໂອນ” ເງິນຈະເຂົ້າເກມທັນທີ',
          en: 'Tap “Transfer”. The money is in the game at once.',
        },
        action: async ({ app, page, tap }) => {
          await tap(app.transferTyped())
          await page.getByRole('dialog').getByText('100.00 ฿').first().waitFor()
        },
      },
      {
        says: {
          th: 'แล้วแตะ “เว็บ” เพื่อเปิดเกม เล่นอย่างมีสติ',
          la: 'ແລ້ວແຕະ “ເວັບ” ເພື່ອເປີດເກມ ຫຼິ້ນຢ່າງມີສະຕິ',
          en: 'Then tap “Web” to open the game. Play with care.',
        },
        action: look,
      },
    ],
  },
  {
    name: 'balance',
    baht: 500,
    path: '/user/home',
    before: async ({ call }) => {
      await call('GET', '/api/wallet/activate/PG')
      await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 200 })
    },
    steps: [
      {
        says: {
          th: 'ยอดรวมคือเงินในกระเป๋าเงินและในทุกเกม',
          la: 'ຍອດລວມແມ່ນເງິນໃນກະເປົາເງິນ ແລະ ໃນທຸກເກມ',
          en: 'The balance is what is in your wallet and in every game.',
        },
        action: look,
      },
      {
        says: {
          th: 'แตะ “รีเฟรช” เพื่อดูยอดล่าสุดจากทุกเกม',
          la: 'ແຕະ “ໂຫຼ⁠ດໃໝ່” ເພື່ອເບິ່ງຍອດຫຼ້າສຸດຈາກທຸກເກມ',
          en: 'Tap “Refresh” for the latest balance of every game.',
        },
        action: ({ app, tap }) => tap(app.wallet().getByRole('button', { name: app.words.say('Refresh') })),
      },
      {
        says: {
          th: 'โอนเงินจากเกมกลับมาที่กระเป๋าเงินได้',
          la: 'ໂອນເງິນຈາກເກມກັບມາກະເປົາເງິນໄດ້',
          en: 'You can move money from a game back to your wallet.',
        },
        action: ({ page, tap }) => tap(page.getByRole('main').getByRole('button', { name: game }).first()),
      },
      {
        says: { th: 'แตะ “เข้ากระเป๋า”', la: 'ແຕະ “ເຂົ້າກະເປົາ”', en: 'Tap “To wallet”.' },
        action: ({ app, tap }) => tap(app.button('To wallet')),
      },
      {
        says: {
          th: 'เลือก “ทั้งหมด” แล้วแตะ “โอนเงิน”',
          la: 'ເລືອກ “ທັງໝົດ” ແລ້ວແຕະ “ໂອນເງິນ”',
          en: 'Choose “All”, then tap “Transfer”.',
        },
        action: async ({ app, tap }) => {
          const sheet = app.sheet('Transfer')
          await tap(sheet.button('All'))
          await tap(sheet.button('Transfer'))
          await sheet.text('Transferred').first().waitFor()
        },
      },
      {
        says: {
          th: 'ทุกรายการอยู่ใน “ประวัติ”',
          la: 'ທຸກລາຍການຢູ່ໃນ “ປະຫວັດທຸລະກຳ”',
          en: 'Every transaction is in “History”.',
        },
        action: async ({ app, tap }) => {
          await tap(app.sheet('Transfer').button('Done'))
          await tap(app.link('History'))
        },
      },
    ],
  },
  {
    name: 'bonus',
    baht: 200,
    path: '/user/bonus',
    steps: [
      {
        says: {
          th: 'หน้าโบนัสมีโบนัสที่รับได้ทั้งหมด',
          la: 'ໜ້າໂບນັດມີໂບນັດທີ່ຮັບໄດ້ທັງໝົດ',
          en: 'The bonus page has every bonus you can claim.',
        },
        action: look,
      },
      {
        says: { th: 'แตะโบนัสที่สนใจ', la: 'ແຕະໂບນັດທີ່ສົນໃຈ', en: 'Tap the one you like.' },
        action: ({ page, tap }) => tap(page.getByRole('main').getByRole('button', { name: bonus })),
      },
      {
        says: {
          th: 'อ่านเงื่อนไขก่อนทุกครั้ง',
          la: 'ອ່ານເງື່ອນໄຂກ່ອນທຸກຄັ້ງ',
          en: 'Always read its terms first.',
        },
        action: ({ app, page }) =>
          page.getByRole('region', { name: app.words.say('Terms of this bonus') }).scrollIntoViewIfNeeded(),
      },
      {
        says: { th: 'แตะ “รับโบนัส”', la: 'ແຕະ “ຮັບໂບນັດ”', en: 'Tap “Claim bonus”.' },
        action: async ({ app, page, tap }) => {
          await tap(app.button('Claim bonus'))
          await page.getByRole('region', { name: app.words.say('Bonus in use') }).waitFor()
        },
      },
      {
        says: {
          th: 'โบนัสที่ใช้อยู่แสดงไว้ด้านบน',
          la: 'ໂບນັດທີ່ໃຊ້ຢູ່ສະແດງໄວ້ດ້ານເທິງ',
          en: 'The bonus in use is shown at the top.',
        },
        action: look,
      },
    ],
  },
  {
    name: 'bonus-cancel',
    baht: 200,
    path: '/user/bonus',
    before: async ({ call }) => {
      await call('GET', '/api/bonus/activate/LUCKY')
    },
    steps: [
      {
        says: {
          th: 'โบนัสที่ใช้อยู่แสดงไว้ด้านบนของหน้าโบนัส',
          la: 'ໂບນັດທີ່ໃຊ້ຢູ່ສະແດງໄວ້ດ້ານເທິງຂອງໜ້າໂບນັດ',
          en: 'The bonus in use is shown at the top of the bonus page.',
        },
        action: look,
      },
      {
        says: {
          th: 'เล่นครบเงื่อนไขแล้ว ถอนเงินได้ทันที หากต้องการโบนัสอื่น แตะ “ปิดโบนัส”',
          la: 'ຫຼິ້ນຄົບເງື່ອນໄຂແລ້ວ ຖອນເງິນໄດ້ທັນທີ ຖ້າຕ້ອງການໂບນັດອື່ນ ແຕະ “ປິດໂບນັດ”',
          en: 'Once its terms are met, you can withdraw at once. For another bonus, tap “Cancel bonus”.',
        },
        action: ({ app, tap }) => tap(app.button('Cancel bonus')),
      },
      {
        says: {
          th: 'อ่าน แล้วแตะ “ปิดโบนัส” เพื่อยืนยัน',
          la: 'ອ່ານ ແລ້ວແຕະ “ປິດໂບນັດ” ເພື່ອຢືນຢັນ',
          en: 'Read what it says, then confirm with “Cancel bonus”.',
        },
        action: async ({ app, page, tap }) => {
          const name = app.words.say('Cancel bonus')
          await tap(page.getByRole('alertdialog').getByRole('button', { name }))
          await app.field('Promotion code').waitFor()
        },
      },
      {
        says: {
          th: 'ตอนนี้รับโบนัสอื่นได้แล้ว',
          la: 'ຕອນນີ້ຮັບໂບນັດອື່ນໄດ້ແລ້ວ',
          en: 'Now you can claim another bonus.',
        },
        action: look,
      },
    ],
  },
]
