// @ts-check
/** Audits one part: reads its lines from a file, and writes what they come to. */
import { auditPart, logParts } from 'payfold/audit'
import { pf } from '../payfold.js'
import { addJson, filesOf, jsonIn, lostIn, numberedIn, writeJson } from './files.js'

/** @typedef {import('payfold/audit').ReceivedConsequence} Received */

const audited = auditPart(pf)

/**
 * Audits a part. Its consequences for other streams go to the files of the parts of those streams.
 *
 * @param {{ readonly folder: string, readonly parts: number, readonly part: number }} task
 */
export const auditOne = ({ folder, parts, part }) => {
  const { ofStream } = logParts(pf, parts)
  const files = filesOf(folder, part)
  const { streams, rows, sequenced, claims, consequences } = audited({
    lines: numberedIn(files.lines),
    received: /** @type {Generator<Received>} */ (jsonIn(files.received)),
    lost: new Map(jsonIn(lostIn(folder))),
  })
  writeJson(files.streams, streams)
  writeJson(files.rows, rows)
  writeJson(files.sequenced, sequenced)
  writeJson(files.claims, claims)
  /** @type {Map<number, Received[]>} */
  const byPart = new Map()
  for (const each of consequences) {
    const to = ofStream(each.stream)
    const known = byPart.get(to)
    if (known === undefined) byPart.set(to, [each])
    else known.push(each)
  }
  for (const [to, all] of byPart) addJson(filesOf(folder, to).received, all)
}
