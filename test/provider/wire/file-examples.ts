/** A complete example of every response about a file. */
import { linksTo, type ResponseExample } from './example.ts'

const API = 'https://api.provider.example'

/** The responses about files. */
export const FILE_RESPONSES: readonly ResponseExample[] = [
  {
    name: 'an uploaded file',
    endpoint: 'uploadFile',
    status: 201,
    params: {},
    body: {
      id: 'file_receipt55',
      _links: linksTo({ self: `${API}/files/file_receipt55` }),
    },
  },
  {
    name: 'a file record',
    endpoint: 'getFile',
    status: 200,
    params: { file_id: 'file_receipt55' },
    body: {
      id: 'file_receipt55',
      filename: 'signed receipt.pdf',
      purpose: 'dispute_evidence',
      size: 48_213,
      uploaded_on: '2026-03-02T10:04:00Z',
      _links: linksTo({
        self: `${API}/files/file_receipt55`,
        download: 'https://files.provider.example/receipt55?token=c2lnbmVk&expiry=3600',
      }),
    },
  },
]
