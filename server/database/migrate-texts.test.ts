import { expect, test } from 'vitest'
import { readSetting } from './settings.ts'
import { bonuses, promotions } from './schema/bonuses.ts'
import { games } from './schema/games.ts'
import { agreements, sources } from './schema/site.ts'
import { coupons, spinSlices, spinWheels } from './schema/spin.ts'
import { migrated } from './test-migrations.ts'

const before = `
  insert into members (id, username, name, password_hash) values ('M1', '0811111111', 'A', '');
  insert into games (code, name, category, launch) values
    ('TH', 'นาคาคู่', 'slot', 'open'), ('LA', 'ນາກຄູ່', 'slot', 'open'), ('EN', 'Nagas 2', 'slot', 'open');
  insert into bonuses (code, name, type, banners) values
    ('TEN', 'Ten', 'limit', '[{"image": "a.svg", "html": "<p>ก</p>"}, {"image": "b.svg", "html": ""}]'),
    ('BARE', 'Bare', 'limit', '[]');
  insert into promotions (code, description) values ('PROMO', '<p>ข</p>');
  insert into sources (code, description) values ('OTHER', 'อื่น ๆ');
  insert into agreements (html) values ('<p>ຂໍ້ຕົກລົງ</p>');
  insert into settings (key, value) values
    ('conditions', '"<p>ค</p>"'), ('notice', '"Notice"'), ('active', 'true'),
    ('contact', '{"contactText": "<p>ง</p>", "name": "@champa", "link": "", "qr": ""}');
  insert into spin_wheels (name, is_active) values ('กงล้อ', true);
  insert into spin_slices (wheel_id, code, label, bg_color, text_color, weight, position, prize_name, html_description)
    select id, 'B20', '20 บาท', '', '', 1, 0, 'เงิน', '<p>เงิน</p>' from spin_wheels;
  insert into spin_slices (wheel_id, code, label, bg_color, text_color, weight, position)
    select id, 'NONE', '?', '', '', 1, 1 from spin_wheels;
  insert into coupons (member_id, slice_code, label, name, amount) values ('M1', 'B20', '20 บาท', 'เงิน', 2000);`

test('earlier texts are assigned to the language of their script', async () => {
  const { client, db } = await migrated('texts-in-languages', before)
  expect(await db.select({ name: games.name }).from(games).orderBy(games.code)).toEqual([
    { name: { en: 'Nagas 2' } },
    { name: { la: 'ນາກຄູ່' } },
    { name: { th: 'นาคาคู่' } },
  ])
  const offered = await db
    .select({ name: bonuses.name, banners: bonuses.banners })
    .from(bonuses)
    .orderBy(bonuses.code)
  expect(offered).toEqual([
    { name: { en: 'Bare' }, banners: [] },
    {
      name: { en: 'Ten' },
      banners: [
        { image: 'a.svg', html: { th: '<p>ก</p>' } },
        { image: 'b.svg', html: {} },
      ],
    },
  ])
  expect(await db.select({ text: promotions.description }).from(promotions)).toEqual([
    { text: { th: '<p>ข</p>' } },
  ])
  expect(await db.select({ text: sources.description }).from(sources)).toEqual([{ text: { th: 'อื่น ๆ' } }])
  expect(await db.select({ text: agreements.html }).from(agreements)).toEqual([
    { text: { la: '<p>ຂໍ້ຕົກລົງ</p>' } },
  ])
  expect(await readSetting(db, 'conditions')).toEqual({ th: '<p>ค</p>' })
  expect(await readSetting(db, 'notice')).toEqual({ en: 'Notice' })
  expect(await readSetting(db, 'active')).toBe(true)
  expect(await readSetting(db, 'contact')).toEqual({
    contactText: { th: '<p>ง</p>' },
    name: '@champa',
    link: '',
    qr: '',
  })
  expect(await db.select({ name: spinWheels.name }).from(spinWheels)).toEqual([{ name: { th: 'กงล้อ' } }])
  const slices = await db.select().from(spinSlices).orderBy(spinSlices.position)
  expect(slices).toMatchObject([
    { label: { th: '20 บาท' }, prizeName: { th: 'เงิน' }, htmlDescription: { th: '<p>เงิน</p>' } },
    { label: { en: '?' }, prizeName: {}, htmlDescription: {} },
  ])
  expect(await db.select({ label: coupons.label, name: coupons.name }).from(coupons)).toEqual([
    { label: { th: '20 บาท' }, name: { th: 'เงิน' } },
  ])
  await client.close()
}, 120_000)
