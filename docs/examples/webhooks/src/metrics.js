/** The service's metrics for Prometheus. Labels are names from closed sets: no ids, no amounts. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** @param {Pick<import('./store.js').Store, 'countUnread'>} store */
export const metricsOf = (store) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const messages = new Counter({
    name: 'payfold_messages_total',
    help: 'Messages that were stored, by whether they could be read.',
    labelNames: ['kind', 'isRead'],
    registers,
  })
  const refused = new Counter({
    name: 'payfold_signatures_refused_total',
    help: 'Webhooks that were rejected, by reason.',
    labelNames: ['because'],
    registers,
  })
  const commands = new Counter({
    name: 'payfold_commands_total',
    help: 'Commands, by what they came to.',
    labelNames: ['is'],
    registers,
  })
  const conflicts = new Counter({
    name: 'payfold_append_conflicts_total',
    help: 'Appends that conflicted with another process; each was tried again.',
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'The duration of requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  new Gauge({
    name: 'payfold_messages_unread',
    help: 'Messages that are stored, and could not be read.',
    registers,
    async collect() {
      // without its database, the service should still report its other metrics
      this.set(await store.countUnread().catch(() => Number.NaN))
    },
  })
  return {
    /** Counts what a store saves, and with what it conflicts. @param {import('payfold/desk').Store['save']} save */
    counting: (save) => async (/** @type {import('payfold/desk').Save} */ all) => {
      const isSaved = await save(all)
      if (!isSaved) conflicts.inc()
      const { message } = all
      if (isSaved && message !== null) {
        messages.inc({ kind: message.kind, isRead: String(message.unread === null) })
      }
      return isSaved
    },
    /** @param {string} because */
    signatureRefused: (because) => refused.inc({ because }),
    /** @param {string} is */
    command: (is) => commands.inc({ is }),
    /** @param {{ readonly method: string, readonly route: string, readonly status: number }} labels @param {number} duration */
    request: (labels, duration) => seconds.observe(labels, duration),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** @typedef {ReturnType<typeof metricsOf>} Metrics */
