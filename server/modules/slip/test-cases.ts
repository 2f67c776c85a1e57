import { uploadSlip } from '#api/contract/slip.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

export const otherOperations: OtherOperations = {
  'it stores a picture: the slip is credited when it is examined, which both tests do': ['uploadSlip'],
}

const upload = ({ request }: TestMember, file?: File) => request(uploadSlip, { file })

export const codes: CodeWays = {
  uploadSlip: {
    SLIP_UPLOAD_FAIL: async ({ setting, player }) => {
      const member = await player()
      const closed = { enabled: false, closedFrom: '', closedUntil: '' }
      return setting('slip', closed, () => upload(member, new File(['x'], 'slip.png')))
    },
    SLIP_NO_FILE: async ({ player }) => upload(await player()),
    SLIP_INVALID_FILE: async ({ player }) => upload(await player(), new File(['a slip'], 'slip.png')),
  },
}
