import type { games } from '../database/schema/games.ts'

type Launch = (typeof games.$inferInsert)['launch']
type Category = (typeof games.$inferInsert)['category']
type Row = readonly [code: string, thai: string, lao: string, category: Category, launch: Launch, art: string]

const catalogue: readonly Row[] = [
  ['PG', 'นาคาคู่', 'ນາກຄູ່', 'slot', 'autoLogin', 'naga'],
  ['JOKER', 'จันทร์แดง', 'ຈັນແດງ', 'slot', 'form', 'moon'],
  ['SLOTXO', 'บัวทอง', 'ບົວທອງ', 'slot', 'form', 'lotus'],
  ['AREASLOT', 'ป่าหิมพานต์', 'ປ່າຫິມະພານ', 'slot', 'autoLogin', 'leaf'],
  ['UFABET', 'สนามทอง', 'ສະໜາມທອງ', 'sport', 'form', 'pitch'],
  ['SEXYGAME', 'คาสิโนริมโขง', 'ຄາສິໂນຮິມຂອງ', 'sport', 'form', 'ring'],
  ['ASKMEBET', 'ศึกสายฟ้า', 'ສຶກສາຍຟ້າ', 'sport', 'autoLogin', 'bolt'],
  ['HUAYHD', 'หวยสองฝั่ง', 'ຫວຍສອງຝັ່ງ', 'lotto', 'autoLogin', 'lotto'],
  ['LANTERN', 'โคมมงคล', 'ໂຄມມຸງຄຸນ', 'lotto', 'open', 'lantern'],
  ['USUN', 'คลื่นนำโชค', 'ຄື້ນນຳໂຊກ', 'lotto', 'autoLogin', 'wave'],
]

/** Games of the sandbox's own provider, whose pages this server serves. */
export function gameRows(laos: boolean): (typeof games.$inferInsert)[] {
  return catalogue.map(([code, thai, lao, category, launch, art], position) => ({
    code,
    name: laos ? lao : thai,
    category,
    launch,
    position,
    logo: `/art/games/${art}.svg`,
    background: `/art/games/${art}.svg`,
    web: `/sandbox/games/${code}`,
  }))
}
