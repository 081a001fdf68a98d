// @ts-check
/** An inspector of a few lines: it keeps whatever the official receiver gives it. */
import { createBrowserReceiver } from '@statelyai/inspect'

/** @type {unknown[]} */
const received = []
Object.assign(globalThis, { received })
createBrowserReceiver().subscribe((event) => received.push(event))
