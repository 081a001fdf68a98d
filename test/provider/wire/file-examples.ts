/** A complete example of every response about a file. */
import { answersTo, linksTo, type ResponseExample } from './example.ts'

const API = 'https://api.provider.example'

const answer = answersTo({ getFile: { file_id: 'file_receipt55' } })

/** The responses about files. */
export const FILE_RESPONSES: readonly ResponseExample[] = [
  answer('uploadFile', 201, 'an uploaded file', {
    id: 'file_receipt55',
    _links: linksTo({ self: `${API}/files/file_receipt55` }),
  }),
  answer('getFile', 200, 'a file record', {
    id: 'file_receipt55',
    filename: 'signed receipt.pdf',
    purpose: 'dispute_evidence',
    size: 48_213,
    uploaded_on: '2026-03-02T10:04:00Z',
    _links: linksTo({
      self: `${API}/files/file_receipt55`,
      download: 'https://files.provider.example/receipt55?token=c2lnbmVk&expiry=3600',
    }),
  }),
]
