import type { Country } from '#lib/text/phone.ts'

type BankRow = readonly [code: string, local: string, english: string]

/** `nameTH` in the contract is the name in the country's own language. */
const thai: readonly BankRow[] = [
  ['BBL', 'กรุงเทพ', 'Bangkok Bank'],
  ['KBANK', 'กสิกรไทย', 'Kasikornbank'],
  ['KTB', 'กรุงไทย', 'Krung Thai Bank'],
  ['SCB', 'ไทยพาณิชย์', 'Siam Commercial Bank'],
  ['TMB', 'ทหารไทยธนชาต', 'TMBThanachart Bank'],
  ['BAY', 'กรุงศรีอยุธยา', 'Bank of Ayudhya'],
  ['GSB', 'ออมสิน', 'Government Savings Bank'],
  ['GHB', 'อาคารสงเคราะห์', 'Government Housing Bank'],
  ['BAAC', 'เพื่อการเกษตรและสหกรณ์การเกษตร', 'Bank for Agriculture and Agricultural Cooperatives'],
  ['CIMBT', 'ซีไอเอ็มบี ไทย', 'CIMB Thai Bank'],
  ['UOBT', 'ยูโอบี', 'United Overseas Bank (Thai)'],
  ['ISBT', 'อิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand'],
  ['TISCO', 'ทิสโก้', 'TISCO Bank'],
  ['KKP', 'เกียรตินาคินภัทร', 'Kiatnakin Phatra Bank'],
  ['ICBC', 'ไอซีบีซี (ไทย)', 'ICBC (Thai)'],
  ['LHB', 'แลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank'],
]

const lao: readonly BankRow[] = [
  ['BCEL', 'ການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ', 'Banque pour le Commerce Extérieur Lao'],
  ['LDB', 'ພັດທະນາລາວ', 'Lao Development Bank'],
  ['APB', 'ສົ່ງເສີມກະສິກຳ', 'Agricultural Promotion Bank'],
  ['JDB', 'ຮ່ວມພັດທະນາ ມະຫາຊົນ', 'Joint Development Bank'],
  ['LVB', 'ຮ່ວມທຸລະກິດລາວ-ຫວຽດ', 'Lao-Viet Bank'],
  ['STB', 'ເອັສທີ', 'ST Bank'],
  ['BFL', 'ລາວຝຣັ່ງ', 'Banque Franco-Lao'],
  ['PSVB', 'ພົງສະຫວັນ', 'Phongsavanh Bank'],
  ['IDB', 'ອິນໂດຈີນ', 'Indochina Bank'],
  ['ACLEDA', 'ເອຊີລີດາ ລາວ', 'ACLEDA Bank Lao'],
]

const rowsOf = (country: Country, prefix: string, list: readonly BankRow[]) =>
  list.map(([code, local, nameEN], position) => ({
    country,
    code,
    nameTH: `${prefix}${local}`,
    nameEN,
    position,
  }))

export const bankRows = [...rowsOf('TH', 'ธนาคาร', thai), ...rowsOf('LA', 'ທະນາຄານ', lao)]
