// @ts-check
/** A worker: audits the parts whose numbers it is sent. Lines and results stay in files. */
import { parentPort } from 'node:worker_threads'
import { auditOne } from './part.js'

parentPort?.on('message', (task) => {
  auditOne(task)
  parentPort?.postMessage(task.part)
})
