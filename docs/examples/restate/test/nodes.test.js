/** Nodes that end, and folders that are lost: nodes are started again, lost folders are not replaced. */
import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { keptNode, placeIn, startCluster } from '../src/cluster.js'
import { binary } from '../src/node.js'
import { isSilent, startProgram } from './program.js'
import { called, isThere } from './running.js'

const LOG = fileURLToPath(new URL('../src/log.js', import.meta.url))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The id of the node that was started in a folder. @param {string} path */
const pidOf = async (path) => {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='])
  const line = stdout
    .split('\n')
    .find(
      (each) => each.includes(` ${binary} `) && each.endsWith(` ${path}`) && !each.includes(' -c '),
    )
  return line === undefined ? null : Number.parseInt(line, 10)
}

/** Fake nodes, and how to end each of them. */
const nodes = () => {
  const ends = /** @type {(() => void)[]} */ ([])
  const start = () => {
    let end = () => {}
    const ended = new Promise((resolve) => {
      end = () => resolve({ code: null, signal: 'SIGKILL' })
    })
    ends.push(end)
    return /** @type {any} */ ({ ended, ready: async () => {}, stop: async () => end() })
  }
  return { ends, start }
}

describe('a node that is kept running', () => {
  test('is started again if it ends by itself, and this is logged', async () => {
    const { ends, start } = nodes()
    /** @type {string[]} */
    const said = []
    const kept = keptNode(start, (how) => said.push(how))
    kept.keep()
    ends[0]?.()
    await wait(400)
    expect([ends.length, said]).toEqual([2, ['SIGKILL']])
    await kept.stop('SIGTERM')
    await wait(500)
    expect([ends.length, said.length]).toEqual([2, 1])
  })

  test('is started once after a crash, even if it was about to be started anyway', async () => {
    const { ends, start } = nodes()
    const kept = keptNode(start, () => {})
    kept.keep()
    await kept.crash()
    await wait(400)
    expect(ends.length).toBe(2)
    ends[1]?.()
    await wait(50)
    await kept.crash()
    await wait(400)
    expect(ends.length).toBe(3)
  })
})

describe('a folder', () => {
  test('whose ports cannot be read, or are lost, is not taken for a new one', async () => {
    await writeFile(join(folder, 'ports.json'), '[{"node":1')
    await expect(startCluster(folder)).rejects.toThrow('ports.json cannot be read')
    await expect(placeIn(folder)).rejects.toThrow('ports.json cannot be read')
    await rm(join(folder, 'ports.json'))
    await writeFile(join(folder, 'used'), 'true')
    await expect(startCluster(folder)).rejects.toThrow('lacks node-1 and node-2 and node-3')
    await rm(join(folder, 'used'))
  })
})

describe.skipIf(!isThere)(called('the program'), () => {
  test('starts a killed node again, and does not start without the folder of a lost one', async () => {
    const DATA = join(folder, 'data')
    const settings = { DATA, HANDLERS_PORT: '0', PATIENCE_MS: '1500' }
    const program = await startProgram(settings)
    onTestFinished(async () => {
      await program.stop('SIGKILL')
    })
    const env = { DATA }
    const busy = await promisify(execFile)(process.execPath, [LOG, 'busy'], { env })
    expect(busy.stdout).toBe('0\n')
    const pid = Number(await pidOf(join(DATA, 'node-2')))
    process.kill(pid, 'SIGKILL')
    const until = Date.now() + 20_000
    let next = null
    while ((next === null || next === pid) && Date.now() < until) {
      await wait(50)
      next = await pidOf(join(DATA, 'node-2'))
    }
    expect([null, pid]).not.toContain(next)
    expect(program.output()).toMatch(/a node ended, and is started again","node":2,"how":"SIGKILL"/)
    expect((await program.stop('SIGTERM')).code).toBe(0)
    expect(await isSilent(DATA)).toBe(true)

    await rename(join(DATA, 'node-1'), join(folder, 'elsewhere'))
    const lacking = await startProgram(settings, false)
    expect((await lacking.ended).code).toBe(78)
    expect(lacking.complaints()).toMatch(/^The service cannot start: .* lacks node-1\. .* Restore/)
    await rename(join(folder, 'elsewhere'), join(DATA, 'node-1'))
    const whole = await startProgram(settings)
    expect((await whole.stop('SIGTERM')).code).toBe(0)
  })
})
