/** What the service counts, for Prometheus. Labels are names out of closed sets: no id, no amount. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** @param {Pick<import('./store.js').Store, 'countUnread'>} store */
export const metricsOf = (store) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const messages = new Counter({
    name: 'payfold_messages_total',
    help: 'Messages that were kept and read, by what became of them.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const refused = new Counter({
    name: 'payfold_signatures_refused_total',
    help: 'Webhooks that were not believed, by why.',
    labelNames: ['because'],
    registers,
  })
  const commands = new Counter({
    name: 'payfold_commands_total',
    help: 'Steps that were asked for, by what was decided.',
    labelNames: ['outcome'],
    registers,
  })
  const conflicts = new Counter({
    name: 'payfold_append_conflicts_total',
    help: 'Appends that somebody else was faster than; each was decided again.',
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  new Gauge({
    name: 'payfold_messages_unread',
    help: 'Messages that are kept and not read yet.',
    registers,
    async collect() {
      // without its database a service has more to say than ever
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
