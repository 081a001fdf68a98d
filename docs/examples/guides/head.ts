import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { rights } from 'fp-ts/lib/Array.js'
import { isLeft } from 'fp-ts/lib/Either.js'
import { instant, payfold } from 'payfold'
import {
  audit,
  emptyTree,
  grown,
  type Head,
  headOf,
  headText,
  type PublishedHead,
  type Tree,
} from 'payfold/audit'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const received = rights(
  rights(deliveries.map(readStored)).map((message) => readMessage(message)),
).flat()

// one writer: it keeps the tips, the tree, and so the next free position in the log
let tips: Parameters<ReturnType<typeof ownLoop>['appendAll']>[0] = new Map()
let tree: Tree = emptyTree
const lines: string[] = []
const write = (events: typeof received) => {
  const appended = ownLoop(pf).appendAll(tips, events, new Map(), tree.size)
  if (isLeft(appended)) throw new Error(pf.explain(appended.left))
  tips = new Map([...tips, ...appended.right.tips])
  tree =
    grown(
      tree,
      appended.right.entries.map(({ hash }) => hash),
    ) ?? tree
  lines.push(...appended.right.entries.map(pf.toLine))
}

// the keys are yours: keep the private one where the writers of the log cannot read it
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const signed = (time: string): { head: Head; signature: Buffer } => {
  const now = instant(time)
  const head = now === null ? null : headOf({ log: 'shop', time: now }, tree)
  if (head === null) throw new Error('the log has no head')
  return { head, signature: sign(null, Buffer.from(headText(head)), privateKey) }
}

write(received.slice(0, 1))
const published = signed('2026-06-04T00:00:00Z')
write(received)

// an auditor has the public key, the published heads, and a copy of the log in any order
const heads: PublishedHead[] = [published].flatMap(({ head, signature }) =>
  verify(null, Buffer.from(headText(head)), publicKey, signature) ? [head] : [],
)
const differs = (log: readonly string[]) =>
  audit(pf, { heads })(log.map((line) => `${line}\n`)).findings.some(
    ({ code }) => code === 'HeadDiffers',
  )

console.log(`${heads.length} head of ${published.head.size} entry, ${lines.length} lines by now`)
console.log(differs(lines.toReversed()))
console.log(differs(lines.slice(1)))
console.log(
  verify(
    null,
    Buffer.from(headText({ ...published.head, size: 2 })),
    publicKey,
    published.signature,
  ),
)
