/** The service's metrics for Prometheus. Labels are names from closed sets: no ids, no amounts. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** @param {Pick<import('./store.js').Store, 'countUnread'>} store */
export const metricsOf = (store) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const messages = new Counter({
    name: 'payfold_messages_total',
    help: 'Messages that were stored and read, by outcome.',
    labelNames: ['kind', 'outcome'],
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
    help: 'Commands, by decision.',
    labelNames: ['outcome'],
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
    help: 'Messages that are stored but not read yet.',
    registers,
    async collect() {
      // without its database, the service should still report its other metrics
      this.set(await store.countUnread().catch(() => Number.NaN))
    },
  })
  return {
    /** @param {string} kind @param {string} outcome */
    message: (kind, outcome) => messages.inc({ kind, outcome }),
    /** @param {string} because */
    signatureRefused: (because) => refused.inc({ because }),
    /** @param {string} outcome */
    command: (outcome) => commands.inc({ outcome }),
    conflict: () => conflicts.inc(),
    /** @param {{ readonly method: string, readonly route: string, readonly status: number }} labels @param {number} duration */
    request: (labels, duration) => seconds.observe(labels, duration),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** @typedef {ReturnType<typeof metricsOf>} Metrics */
