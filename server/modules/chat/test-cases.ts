import {
  chatHistory,
  readChat,
  sendChatMessage,
  uploadChatImage,
  uploadChatVideo,
} from '#api/contract/chat.ts'
import type { CodeWays, WaysOfCall } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

export const otherOperations: OtherOperations = {
  'they store a file: chat.test.ts repeats them': ['uploadChatImage', 'uploadChatVideo'],
}

const ofUpload = (upload: (member: TestMember, file?: File) => Promise<unknown>): WaysOfCall => ({
  SLIP_NO_FILE: async ({ player }) => upload(await player()),
  SLIP_INVALID_FILE: async ({ player }) => upload(await player(), new File(['a film'], 'film.mp4')),
  SLIP_UPLOAD_FAIL: async ({ setting, player }) => {
    const member = await player()
    return setting('uploads', { slipsPerDay: 1, chatPerDay: 0, keptDays: 1 }, () => upload(member))
  },
  REQUEST_LIMIT_1MIN: async ({ player }) => {
    const member = await player()
    for (let n = 0; n < 20; n += 1) await upload(member)
    return upload(member)
  },
})

const message = { message_type: 'text', payload: { text: 'สวัสดี' } } as const

export const codes: CodeWays = {
  sendChatMessage: { UNAUTHORIZED: ({ visitor }) => visitor(sendChatMessage, { body: { message } }) },
  chatHistory: { UNAUTHORIZED: ({ visitor }) => visitor(chatHistory, { body: { limit: 1, skip: 0 } }) },
  readChat: { UNAUTHORIZED: ({ visitor }) => visitor(readChat, { body: {} }) },
  uploadChatImage: ofUpload(({ request }, file) => request(uploadChatImage, { file })),
  uploadChatVideo: ofUpload(({ request }, file) => request(uploadChatVideo, { file })),
}
