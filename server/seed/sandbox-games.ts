import type { games } from '../database/schema/games.ts'

type Launch = (typeof games.$inferInsert)['launch']
type Category = (typeof games.$inferInsert)['category']
/** Without art the app generates some. */
type Row = readonly [
  code: string,
  thai: string,
  lao: string,
  category: Category,
  launch: Launch,
  art?: string,
]

/** Every brand that the app knows how to open, and one that it does not know, which opens by its address. */
const catalogue: readonly Row[] = [
  ['PG', 'นาคาคู่', 'ນາກຄູ່', 'slot', 'autoLogin', 'naga'],
  ['JOKER', 'จันทร์แดง', 'ຈັນແດງ', 'slot', 'form', 'moon'],
  ['SLOTXO', 'บัวทอง', 'ບົວທອງ', 'slot', 'form', 'lotus'],
  ['AREASLOT', 'ป่าหิมพานต์', 'ປ່າຫິມະພານ', 'slot', 'autoLogin', 'leaf'],
  ['SUPERSLOT', 'บั้งไฟทอง', 'ບັ້ງໄຟທອງ', 'slot', 'form'],
  ['BETFLIX', 'ดาวเหนือ', 'ດາວເໜືອ', 'slot', 'autoLogin'],
  ['SLOTRACHA', 'มงกุฎแก้ว', 'ມົງກຸດແກ້ວ', 'slot', 'autoLogin'],
  ['PGSLOT', 'ไข่มุกโขง', 'ໄຂ່ມຸກຂອງ', 'slot', 'autoLogin'],
  ['JOKER2', 'จันทร์เสี้ยว', 'ຈັນເຄິ່ງດວງ', 'slot', 'autoLogin'],
  ['CIRCUS', 'ช้างเริงร่า', 'ຊ້າງມ່ວນຊື່ນ', 'slot', 'autoLogin'],
  ['UFABET', 'สนามทอง', 'ສະໜາມທອງ', 'sport', 'form', 'pitch'],
  ['SEXYGAME', 'คาสิโนริมโขง', 'ຄາສິໂນຮິມຂອງ', 'sport', 'form', 'ring'],
  ['ASKMEBET', 'ศึกสายฟ้า', 'ສຶກສາຍຟ້າ', 'sport', 'autoLogin', 'bolt'],
  ['IMI', 'ตะกร้อลอยฟ้า', 'ກະຕໍ້ລອຍຟ້າ', 'sport', 'autoLogin'],
  ['HUAYHD', 'หวยสองฝั่ง', 'ຫວຍສອງຝັ່ງ', 'lotto', 'autoLogin', 'lotto'],
  ['LANTERN', 'โคมมงคล', 'ໂຄມມຸງຄຸນ', 'lotto', 'open', 'lantern'],
  ['USUN', 'คลื่นนำโชค', 'ຄື້ນນຳໂຊກ', 'lotto', 'autoLogin', 'wave'],
]

/** These can only be played in the browser. */
const withoutApps: ReadonlySet<string> = new Set(['HUAYHD', 'LANTERN'])

/** Games of the sandbox's own provider, whose pages this server serves. */
export function gameRows(laos: boolean): (typeof games.$inferInsert)[] {
  return catalogue.map(([code, thai, lao, category, launch, art], position) => {
    const picture = art === undefined ? '' : `/art/games/${art}.svg`
    const page = `/sandbox/games/${code}`
    const hasApps = !withoutApps.has(code)
    return {
      code,
      name: laos ? lao : thai,
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
