// @ts-check
/** An inspector of a few lines: it stores everything that the official receiver passes to it. */
import { createBrowserReceiver } from '@statelyai/inspect'

/** @type {unknown[]} */
const received = []
Object.assign(globalThis, { received })
createBrowserReceiver().subscribe((event) => received.push(event))
