import type { games } from '../database/schema/games.ts'

type Launch = (typeof games.$inferInsert)['launch']
type Category = (typeof games.$inferInsert)['category']
/** Without art the app generates some. */
type Row = readonly [
  code: string,
  thai: string,
  lao: string,
  english: string,
  category: Category,
  launch: Launch,
  art?: string,
]

/** Every brand that the app knows how to open, and one that it does not know, which opens by its address. */
const catalogue: readonly Row[] = [
  ['PG', 'นาคาคู่', 'ນາກຄູ່', 'Twin Nagas', 'slot', 'autoLogin', 'naga'],
  ['JOKER', 'จันทร์แดง', 'ຈັນແດງ', 'Red Moon', 'slot', 'form', 'moon'],
  ['SLOTXO', 'บัวทอง', 'ບົວທອງ', 'Golden Lotus', 'slot', 'form', 'lotus'],
  ['AREASLOT', 'ป่าหิมพานต์', 'ປ່າຫິມະພານ', 'Himmaphan Forest', 'slot', 'autoLogin', 'leaf'],
  ['SUPERSLOT', 'บั้งไฟทอง', 'ບັ້ງໄຟທອງ', 'Golden Rocket', 'slot', 'form'],
  ['BETFLIX', 'ดาวเหนือ', 'ດາວເໜືອ', 'North Star', 'slot', 'autoLogin'],
  ['SLOTRACHA', 'มงกุฎแก้ว', 'ມົງກຸດແກ້ວ', 'Crystal Crown', 'slot', 'autoLogin'],
  ['PGSLOT', 'ไข่มุกโขง', 'ໄຂ່ມຸກຂອງ', 'Mekong Pearl', 'slot', 'autoLogin'],
  ['JOKER2', 'จันทร์เสี้ยว', 'ຈັນເຄິ່ງດວງ', 'Crescent Moon', 'slot', 'autoLogin'],
  ['CIRCUS', 'ช้างเริงร่า', 'ຊ້າງມ່ວນຊື່ນ', 'Merry Elephants', 'slot', 'autoLogin'],
  ['UFABET', 'สนามทอง', 'ສະໜາມທອງ', 'Golden Field', 'sport', 'form', 'pitch'],
  ['SEXYGAME', 'คาสิโนริมโขง', 'ຄາສິໂນຮິມຂອງ', 'Mekong Casino', 'sport', 'form', 'ring'],
  ['ASKMEBET', 'ศึกสายฟ้า', 'ສຶກສາຍຟ້າ', 'Lightning Clash', 'sport', 'autoLogin', 'bolt'],
  ['IMI', 'ตะกร้อลอยฟ้า', 'ກະຕໍ້ລອຍຟ້າ', 'Sky Takraw', 'sport', 'autoLogin'],
  ['HUAYHD', 'หวยสองฝั่ง', 'ຫວຍສອງຝັ່ງ', 'Two Shores Lotto', 'lotto', 'autoLogin', 'lotto'],
  ['LANTERN', 'โคมมงคล', 'ໂຄມມຸງຄຸນ', 'Lucky Lantern', 'lotto', 'open', 'lantern'],
  ['USUN', 'คลื่นนำโชค', 'ຄື້ນນຳໂຊກ', 'Lucky Wave', 'lotto', 'autoLogin', 'wave'],
]

/** These can only be played in the browser. */
const withoutApps: ReadonlySet<string> = new Set(['HUAYHD', 'LANTERN'])

/** Games of the sandbox's own provider, whose pages this server serves. */
export function gameRows(): (typeof games.$inferInsert)[] {
  return catalogue.map(([code, th, la, en, category, launch, art], position) => {
    const picture = art === undefined ? '' : `/art/games/${art}.svg`
    const page = `/sandbox/games/${code}`
    const hasApps = !withoutApps.has(code)
    return {
      code,
      name: { th, la, en },
      category,
      launch,
      position,
      logo: picture,
      background: picture,
      web: page,
      android: hasApps ? `${page}/android` : '',
      ios: hasApps ? `${page}/ios` : '',
    }
  })
}
