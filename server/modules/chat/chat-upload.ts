import { uploadChatImage, uploadChatVideo } from '#api/contract/chat.ts'
import type { CustomerContent } from '#api/contract/chat-content.ts'
import { keepUpload } from '../../files/keep-upload.ts'
import { FILE_NAME, fileLink, type FileStore } from '../../files/store.ts'
import { ApiError } from '../../http/api-error.ts'

export type Medium = 'image' | 'video'

export async function keepMedium(
  files: FileStore,
  file: File | undefined,
  medium: Medium,
  operationId?: string,
) {
  const { name } =
    medium === 'image'
      ? await keepUpload(files, file, ['png', 'jpeg', 'gif'], uploadChatImage.upload, operationId)
      : await keepUpload(files, file, ['mp4', 'mov'], uploadChatVideo.upload, operationId)
  return { url: fileLink(name), filePath: name, fileType: medium }
}

/** Allows only media uploaded here: the agent must not be led to foreign addresses. */
export function ownMediaOnly(content: CustomerContent): CustomerContent {
  if (content.message_type !== 'media') return content
  const { filePath, message } = content.payload
  if (!FILE_NAME.test(filePath)) throw new ApiError('KEY_INVALID')
  const fileType = /\.(?:mp4|mov)$/u.test(filePath) ? 'video' : 'image'
  return { message_type: 'media', payload: { message, url: fileLink(filePath), fileType, filePath } }
}
