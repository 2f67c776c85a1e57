import { storedTexts } from '../support/browser-storage.ts'
import { callApi, registerMember } from '../support/members.ts'
import { Sandbox } from '../support/sandbox.ts'
import { wordsOf } from '../support/words.ts'
import { expect, inEachEngine, test } from './engine-test.ts'
import { Screen } from './screen.ts'

const game = 'นาคาคู่'

inEachEngine((engineName) => {
  test(`a member's whole way in ${engineName}`, async ({ engine, server }) => {
    const words = wordsOf('th')
    const { like } = words
    const sandbox = new Sandbox(server.origin)
    const member = await registerMember(sandbox, 8542.13)
    await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
    const open = (path: string) => engine.open(server.origin + path)
    const screen = new Screen(engine, words)
    const wallet = screen.within('region', 'Wallet')
    const main = screen.within('main')

    await test.step('signs in', async () => {
      await open('/')
      await screen.fill('Phone number', member.phone)
      await screen.fill('Password', member.password)
      await screen.press('button', 'Log in')
      await wallet.read(/8,542\.13\s*฿/u)
    })

    await test.step('sees the last known balance and its age without a network', async () => {
      await engine.run(async () => {
        const { serviceWorker } = navigator
        await serviceWorker.ready
        if (serviceWorker.controller) return
        await new Promise((resolve) =>
          serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        )
      })
      await server.stop()
      await open('/')
      await wallet.read(/8,542\.13\s*฿/u, like('As of {at} · {age}'))
      await screen.read(like('Offline · you see what was last known'))
      await server.restart()
      await open('/user/home')
      await wallet.read(/8,542\.13\s*฿/u, like('Updated {at}'))
    })

    await test.step('pays in by QR', async () => {
      await screen.press('button', 'Deposit, withdraw and more')
      await screen.sheet('What next?').press('button', new RegExp(`^${words.say('Deposit')}`, 'u'))
      const deposit = screen.sheet('Deposit')
      await deposit.press('button', /^100$/u)
      await deposit.press('button', 'Create QR')
      await deposit.see('img', like('QR code to pay {amount}'))
      await sandbox.payQr(member.phone)
      await deposit.read(like('Credited'))
      await deposit.press('button', 'Done')
      await wallet.read(/8,642\.13\s*฿/u)
    })

    await test.step('moves money to a game', async () => {
      await open('/user/home?open=transfer')
      const transfer = screen.sheet('Transfer')
      await transfer.press('combobox', 'To')
      await screen.press('option', new RegExp(game, 'u'))
      await transfer.fill('Amount to transfer', '50')
      await transfer.press('button', 'Transfer')
      await transfer.read(like('Transferred'))
      await transfer.press('button', 'Done')
      await screen.see('region', 'Wallet')
    })

    await test.step('finds all of it in the statement', async () => {
      await screen.press('link', 'History')
      await main.read(like('Transfer to {game}'), /50\.00\s*฿/u, like('Deposit'), /\+100\.00\s*฿/u)
    })

    await test.step('writes to the support', async () => {
      await screen.press('link', 'Contact')
      // The page before has a link to the chat too.
      await screen.see('heading', 'Contact us')
      await screen.press('link', 'Chat with us')
      const chat = screen.sheet('Customer support')
      await chat.read(like('Connected'))
      await chat.fill('Your message', 'words for the support')
      await chat.press('button', 'Send')
      await chat.within('log').read(/words for the support/u, new RegExp(`· ${words.say('Sent')}`, 'u'))
      await chat.press('button', 'Close')
    })

    await test.step('watches a silent film with its words', async () => {
      const canPlay = await engine.run(() =>
        document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"'),
      )
      if (!canPlay)
        return void test.info().annotations.push({ type: 'skipped', description: 'no H.264 here' })
      await screen.press('button', 'Pay money in')
      const film = screen.sheet('Pay money in')
      await screen.eventually('see the captions', async () => {
        const shown = await engine.run(() =>
          [...(document.querySelector('video')?.textTracks ?? [])].flatMap(({ mode, language, cues }) =>
            mode === 'showing' ? [language, (cues?.[0] as VTTCue | undefined)?.text] : [],
          ),
        )
        expect(shown).toEqual(['th', expect.stringMatching(/ปุ่มบวก/u)])
      })
      await film.press('button', 'Close')
    })

    await test.step('signs out, and nothing is left', async () => {
      await screen.press('button', 'Log out')
      await screen.see('heading', 'Log in')
      const { phone, name, bankAccountNo, password, token } = member
      const traces = [phone, name, bankAccountNo, password, token, '8,642', '864213', 'words for the support']
      const left = async () => {
        const all = await engine.run(storedTexts)
        return traces.filter((trace) => all.includes(trace))
      }
      await screen.eventually('nothing left', async () => expect(await left()).toEqual([]))
      await engine.back()
      await screen.see('heading', 'Log in')
      expect(await left()).toEqual([])
    })
  })
})
