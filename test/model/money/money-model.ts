// biome-ignore-all format: one line for each thing that the page says
// biome-ignore-all lint/suspicious/useIterableCallbackReturn: short loops
/** A reference model of money.md: from a set of messages of one payment to its ledger. Written from the page alone. */
export type Step = 'open' | 'done' | 'failed'
/** A row of a list of actions; `amount` null where nothing readable names it. */
export interface Row { readonly id: string; readonly kind: 'Capture' | 'Refund' | 'Return'; readonly amount: number | null; readonly state: Step; readonly reference?: string }
/** One message about the payment; times in whole seconds, amounts in minor units. */
export interface Message {
  readonly id: string; readonly type: string; readonly receivedAt: number; readonly happenedAt: number | null
  readonly actionId?: string; readonly amount?: number; readonly currency?: string; readonly partial?: boolean
  readonly commandId?: string; readonly reference?: string; readonly disputeId?: string
  readonly askedAt?: number; readonly rows?: readonly Row[]; readonly unread?: boolean; readonly name?: string
  readonly status?: string; readonly capturedBalance?: number; readonly refundedBalance?: number
  readonly asOf?: number; readonly captured?: number; readonly refunded?: number; readonly chargedBack?: number
}
/** What the merchant and the provider agreed on: lag, tolerance and sendSeconds in seconds. */
export interface Policy { readonly lag: number; readonly tolerance: number; readonly sendSeconds: number; readonly settleMinutes: number; readonly currency: string; readonly method: 'sepa' | 'ticket' }
/** A question that holds the payment's money: for the list of actions, or (null) for a person. */
export interface Doubt { readonly code: string; readonly asks: 'getPaymentActions' | null; readonly events: string[] }
/** The sums of one payment in minor units, and the doubts about them. */
export interface Ledger { readonly captured: number; readonly refunded: number; readonly refunding: number; readonly chargedBack: number; readonly net: number; readonly refundable: number; readonly doubts: Doubt[] }
type Part = 'captured' | 'refunded' | 'chargedBack'
/** What one message or row says of one thing. */
interface Fact { readonly message: Message; readonly row: boolean; readonly part: Part; readonly key: string; readonly step: Step; readonly action?: string; readonly amount: number | null; readonly isOther: boolean; readonly command: string | undefined }
interface Case { readonly policy: Policy; readonly all: readonly Message[]; readonly lists: readonly Message[]; readonly last: Message | undefined; readonly payment: number | null; readonly facts: readonly Fact[]; readonly doubts: Doubt[] }
/** `counted` counts now; `kept` also holds what a row replaced that says the same. */
interface Settled { readonly counted: readonly Fact[]; readonly kept: readonly Fact[]; readonly differs: boolean }
/** What a person has said of a part, and up to when. */
interface Word { readonly at: number; readonly value: number }
const listAsks = 'getPaymentActions' as const
const ends = ['payment_declined', 'payment_canceled', 'payment_expired', 'payment_voided']
const capturedStatuses = ['Captured', 'Partially Captured', 'Partially Refunded', 'Refunded']
const takes = ['payment_chargeback', 'payment_returned', 'dispute_received', 'dispute_arbitration_lost']
const lastWords = ['dispute_lost', 'dispute_accepted', 'dispute_expired']
const tellsOf = [...lastWords, 'dispute_resolved', 'dispute_evidence_required', 'dispute_evidence_submitted']
const givesBack = ['dispute_won', 'dispute_canceled', 'dispute_arbitration_won', 'chargeback_reversed']
/** Of a message with a field that nobody can read (`unreadable`, by `name`), these say of no money that it is gone. */
const freesNothing = ['payment_pending', 'payment_refund_declined', 'dispute_won', 'dispute_canceled', 'dispute_arbitration_won']
const refundSteps: Readonly<Record<string, Step>> = { payment_refund_pending: 'open', payment_refunded: 'done', payment_refund_declined: 'failed' }
const contentOf = (m: Message): string => JSON.stringify(Object.entries({ ...m, receivedAt: 0 }).filter(([, v]) => v !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)))
const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const isNumber = (n: number | null | undefined): n is number => typeof n === 'number'
const amountsOf = (facts: readonly Fact[], step?: Step): number[] => unique(facts.filter((f) => step === undefined || f.step === step).map((f) => f.amount).filter(isNumber))
const greatest = (amounts: readonly number[]): number | null => (amounts.length > 0 ? Math.max(...amounts) : null)
const endsOf = (facts: readonly Fact[]): Step[] => facts.map((f): Step => f.step).filter((s) => s !== 'open')
const happened = (m: Message): number => m.happenedAt ?? m.receivedAt
const isDispute = (m: Message): boolean => m.type.startsWith('dispute_')
const covers = (c: Case, list: Message | undefined, m: Message): boolean => list?.askedAt !== undefined && m.receivedAt <= list.askedAt - c.policy.lag
const isOfBank = (m: Message): boolean => m.type === 'unreadable' && [...takes, ...tellsOf].includes(m.name ?? '')
const isOther = (policy: Policy, m: Message): boolean => m.currency !== undefined && m.currency !== policy.currency
const read = (policy: Policy, m: Message, amount: number | null | undefined): number | null => (isNumber(amount) && amount > 0 && !isOther(policy, m) ? amount : null)
const doubt = (c: Case, code: string, asks: Doubt['asks'], messages: readonly Message[]): void => { c.doubts.push({ code, asks, events: unique(messages.map((m) => m.id)).sort() }) }
const withList = (c: Case, messages: readonly Message[]): readonly Message[] => (c.last === undefined ? messages : [...messages, c.last])
const byKey = (facts: readonly Fact[]): Map<string, Fact[]> => new Map(unique(facts.map((f) => f.key)).map((key) => [key, facts.filter((f) => f.key === key)]))

/** One message for all copies of it, at the earliest receipt, in an order that nothing outside the set decides. */
const distinct = (messages: readonly Message[]): Message[] =>
  [...new Map([...messages].sort((a, b) => b.receivedAt - a.receivedAt).map((m) => [contentOf(m), m]))].sort(([a, m], [b, n]) => m.receivedAt - n.receivedAt || (m.id < n.id ? -1 : m.id > n.id ? 1 : a < b ? -1 : 1)).map(([, m]) => m)

// facts --------------------------------------------------------------------
/** The key of a taking: its dispute id, else its action id or the only dispute id named with that, else itself. */
const takingKey = (all: readonly Message[], m: Message, rowId?: string): string => {
  if (m.disputeId !== undefined) return `d:${m.disputeId}`
  const action = rowId ?? (isDispute(m) ? undefined : m.actionId)
  if (action === undefined) return `m:${contentOf(m)}`
  const disputes = unique(all.filter((n) => !isDispute(n) && [...takes, ...givesBack].includes(n.type) && n.actionId === action).map((n) => n.disputeId).filter((d) => d !== undefined))
  return disputes.length === 1 ? `d:${disputes[0]}` : `a:${action}`
}
const readFacts = (all: readonly Message[], policy: Policy): Fact[] => {
  const commands = new Set(all.filter((m) => m.type === 'refund_requested' || refundSteps[m.type] !== undefined).map((m) => m.commandId))
  const commandOf = (m: Message): string | undefined => m.commandId ?? (commands.has(m.reference) ? m.reference : undefined)
  const rows = all.flatMap((m) => (m.type === 'actions_listed' ? (m.rows ?? []).map((r) => ({ m, r })) : []))
  const bound = [...all.filter((m) => refundSteps[m.type] !== undefined).map((m) => ({ command: commandOf(m), id: m.actionId })), ...rows.filter(({ r }) => r.kind === 'Refund').map(({ r }) => ({ command: r.reference, id: r.id }))]
  const refundKey = (m: Message): string => {
    if (m.actionId !== undefined) return `a:${m.actionId}`
    const command = commandOf(m)
    if (command === undefined) return `u:${contentOf(m)}`
    const actions = unique(bound.filter((b) => b.command === command && b.id !== undefined).map((b) => b.id))
    return actions.length === 1 ? `a:${actions[0]}` : `c:${command}`
  }
  const fact = (message: Message, part: Part, key: string, step: Step, amount = message.amount): Fact =>
    ({ message, row: false, part, key, step, amount: read(policy, message, amount), isOther: isOther(policy, message), command: commandOf(message) })
  const reports = all.flatMap((m): Fact[] => {
    const step = refundSteps[m.type]
    if (step !== undefined) return [fact(m, 'refunded', refundKey(m), step)]
    if (m.type === 'payment_captured') return [fact(m, 'captured', m.actionId === undefined ? '' : `a:${m.actionId}`, 'done')]
    if (m.type === 'state_observed' && capturedStatuses.includes(m.status ?? '')) return [fact(m, 'captured', '', 'done', m.capturedBalance)]
    return takes.includes(m.type) || tellsOf.includes(m.type) ? [fact(m, 'chargedBack', takingKey(all, m), 'done')] : []
  })
  const partOf = { Capture: 'captured', Refund: 'refunded', Return: 'chargedBack' } as const
  return [...reports, ...rows.map(({ m, r }): Fact => ({
    message: m, row: true, part: partOf[r.kind], key: r.kind === 'Return' ? takingKey(all, m, r.id) : `a:${r.id}`, step: r.state,
    action: r.id, amount: read(policy, m, r.amount), isOther: false, command: commands.has(r.reference) ? r.reference : undefined,
  }))]
}

// statements ---------------------------------------------------------------
/** A row of an earlier list is a report, until the last list covers it and shows its action just so, or further on. */
const isReport = (c: Case) => (f: Fact): boolean => !f.row || (f.message !== c.last && !(isTakenUp(c, f) && covers(c, c.last, f.message)))
const isTakenUp = (c: Case, f: Fact): boolean => c.facts.some((r) => r.row && r.message === c.last && r.part === f.part && r.action === f.action && bearsOut(c, r, [f]) && (r.amount !== null || f.amount === null))
const rowsOf = (c: Case, list: Message | undefined, part: Part, key: string): Fact[] => c.facts.filter((f) => f.row && f.message === list && f.part === part && f.key === key)
const bearsOut = (c: Case, row: Fact, covered: readonly Fact[]): boolean => {
  const told = endsOf(covered)
  if (told.length > 0 && !told.includes(row.step)) return false
  if (row.step === 'failed' || row.amount === null) return true
  const amounts = amountsOf(covered, amountsOf(covered, row.step).length > 0 ? row.step : undefined)
  const isFee = c.policy.method === 'ticket' && row.part === 'refunded' && row.step === 'done' && told.length === 0
  return amounts.length === 0 || amounts.some((a) => a === row.amount || (isFee && (row.amount ?? a) < a))
}
/** The latest list, at least the lag before the last, since which all lists say the same of a thing. */
const sameSince = (c: Case, says: (list: Message) => string): Message | undefined => {
  const now = c.last === undefined ? '' : says(c.last)
  const from = c.lists.findLastIndex((l) => says(l) !== now) + 1
  return c.lists.slice(from).findLast((l) => (l.askedAt ?? 0) + c.policy.lag <= (c.last?.askedAt ?? 0))
}
const saysOf = (c: Case, part: Part, key: string) => (list: Message): string => JSON.stringify(rowsOf(c, list, part, key).map((f) => [f.step, f.amount]).sort())
/** Replaces the reports that the last list covers, where its rows bear them out or overrule them. */
const settleBy = (c: Case, reports: readonly Fact[], rows: readonly Fact[], isBorneOut: (facts: readonly Fact[]) => boolean, says: (list: Message) => string): Settled => {
  const added = [...rows, ...reports.filter((f) => !covers(c, c.last, f.message))]
  const covered = reports.filter((f) => covers(c, c.last, f.message))
  const left = isBorneOut(covered) ? covered : covered.filter((f) => !covers(c, sameSince(c, says), f.message))
  const isSettled = left.length === 0 || isBorneOut(left) // a row without an amount leaves it to reports
  const tell = left.filter((f) => rows.some((r) => r.amount === null && r.step !== 'failed' && (f.step === 'open' || f.step === r.step)))
  return { counted: [...added, ...(isSettled ? tell : left)], kept: [...added, ...left], differs: !isSettled }
}
const settle = (c: Case, part: Part, key: string, reports: readonly Fact[]): Settled => {
  const rows = rowsOf(c, c.last, part, key)
  return settleBy(c, reports, rows, (facts) => rows.length > 0 && rows.every((r) => bearsOut(c, r, facts)), saysOf(c, part, key))
}
/** A refund report without action id counts nothing once a list covers it; some refund row should bear it out. */
const settleNameless = (c: Case, key: string, reports: readonly Fact[], requested: number | null): Settled => {
  const isBorneOut = (list: Message | undefined) => (facts: readonly Fact[]): boolean => {
    const [told, amounts] = [endsOf(facts), amountsOf(facts).length > 0 || requested === null ? amountsOf(facts) : [requested]]
    const fits = (amount: number | null): boolean => amounts.length === 0 || (amount !== null && amounts.some((a) => a === amount || (c.policy.method === 'ticket' && amount < a)))
    const rows = c.facts.filter((r) => r.row && r.message === list && r.part === 'refunded' && (r.command === undefined || key === `c:${r.command}` || key.startsWith('u:')))
    return rows.some((r) => (told.length === 0 || told.includes(r.step)) && fits(r.amount))
  }
  const covered = reports.filter((f) => covers(c, c.last, f.message))
  return settleBy(c, reports, [], isBorneOut(c.last), (list) => String(isBorneOut(list)(covered)))
}

// a person -----------------------------------------------------------------
/** The word of the latest `asOf` on a part. An `asOf` in the future counts as the receipt of the word: nobody has seen more. */
const wordOn = (c: Case, part: Part): Word | undefined =>
  c.all.filter((m) => m.type === 'reviewed' && isNumber(m.asOf) && isNumber(m[part]))
    .map((m) => ({ at: Math.min(m.asOf ?? 0, m.receivedAt), told: m.receivedAt, value: m[part] ?? 0 }))
    // of two words at once, the one that holds more money counts
    .sort((a, b) => a.at - b.at || a.told - b.told || (part === 'captured' ? b.value - a.value : a.value - b.value)).at(-1)
const isSettledBy = (word: Word | undefined, m: Message): boolean => word !== undefined && m.receivedAt <= word.at
/** Whether something later says no more of a thing than what was known when a person spoke. */
const saysNoMore = (word: Word, isOnly: boolean, before: readonly Fact[]) => (f: Fact): boolean =>
  before.some((g) => (g.step === f.step || f.step === 'open') && g.isOther === f.isOther && (f.amount === null || f.amount === g.amount || (isOnly && f.amount === word.value)))
/** Whether a new thing adds to a person's number: some message says when it began, and no time is before the number. */
const isAdded = (word: Word, facts: readonly Fact[], recorded: readonly number[]): boolean => {
  const timed = facts.filter((f) => !f.row && f.message.happenedAt !== null)
  return [...timed.map((f) => happened(f.message)), ...recorded].every((t) => t > word.at) && (recorded.length > 0 || timed.some((f) => f.step !== 'failed' && ![...tellsOf, 'dispute_arbitration_lost'].includes(f.message.type)))
}
/** Sorts the things of a part into those that count and those a person has settled; raises AfterReview. */
const unsettled = (c: Case, part: Part, word: Word | undefined, things: ReadonlyMap<string, readonly Fact[]>, recordedOf: (facts: readonly Fact[]) => number[]): [string, readonly Fact[]][] => {
  if (word === undefined) return [...things]
  const before = (facts: readonly Fact[]): Fact[] => facts.filter((f) => isSettledBy(word, f.message))
  const isOnly = [...things.values()].filter((facts) => before(facts).length > 0).length === 1
  const wasBack = c.all.some((m) => givesBack.includes(m.type) && isSettledBy(word, m))
  return [...things].filter(([key, facts]) => {
    const known = before(facts)
    const later = facts.filter((f) => !isSettledBy(word, f.message) && (isReport(c)(f) || f.message === c.last))
    if (key.startsWith('u:')) return known.length === 0
    if (known.length === 0 && part !== 'captured' && isAdded(word, later, recordedOf(facts))) return true
    // what was given back, also by the number, may be taken anew: there only the same word again, of before the person's, says nothing
    const isAnew = (f: Fact): boolean => part === 'chargedBack' && (wasBack || word.value < (amountsOf(known.filter((g) => g.step !== 'failed')).sort((a, b) => a - b)[0] ?? 1)) && !f.row && !(known.some((g) => g.message.type === f.message.type) && f.message.happenedAt !== null && f.message.happenedAt <= word.at)
    if (later.some((f) => known.length === 0 || !saysNoMore(word, isOnly, known)(f) || f.message.type === 'dispute_resolved' || isAnew(f) || (part === 'captured' && word.value > 0 && f.step === 'open' && known.every((g) => g.step !== 'open')))) doubt(c, 'AfterReview', null, facts.map((f) => f.message))
    return false
  })
}

// captures -----------------------------------------------------------------
interface Captures { readonly total: number; readonly isKnown: boolean; readonly told: readonly Message[] }
const captures = (c: Case): Captures => {
  const word = wordOn(c, 'captured')
  const ofPart = c.facts.filter((f) => f.part === 'captured')
  const lookUps = ofPart.filter((f) => f.message.type === 'state_observed')
  const named = ofPart.filter((f) => f.key !== '')
  const counts = (key: string): boolean => settle(c, 'captured', key, named.filter((f) => f.key === key && isReport(c)(f))).counted.length > 0
  const keys = unique(named.map((f) => f.key)).filter(counts)
  // with several captures a report without action id says nothing
  const nameless = ofPart.filter((f) => f.key === '' && keys.length <= 1 && !(word !== undefined && lookUps.includes(f) && !isSettledBy(word, f.message))).map((f) => ({ ...f, key: keys[0] ?? '' }))
  ofPart.filter((f) => keys.length > 1 && f.key === '' && f.isOther && !covers(c, c.last, f.message) && !isSettledBy(word, f.message)).forEach((f) => doubt(c, 'OtherCurrency', listAsks, [f.message]))
  const things = unsettled(c, 'captured', word, byKey([...named, ...nameless]), () => []).flatMap(([key, facts]) => {
    const reports = facts.filter(isReport(c))
    const settled = settle(c, 'captured', key, reports)
    const [messages, done] = [facts.map((f) => f.message), settled.counted.filter((f) => f.step === 'done')]
    if (settled.differs) doubt(c, 'StatementDiffers', listAsks, withList(c, messages))
    if (settled.counted.some((f) => f.isOther)) doubt(c, 'OtherCurrency', listAsks, messages)
    if (done.length === 0) return []
    if (amountsOf(done).length > 1) doubt(c, 'Disagreement', listAsks, messages)
    const amount = greatest(amountsOf(done)) ?? c.payment
    const isPart = done.some((f) => f.message.partial === true || f.message.status === 'Partially Captured')
    const inLast = rowsOf(c, c.last, 'captured', key).some((f) => f.step === 'done' && f.amount === amount && amount !== null)
    const before = reports.some((f) => covers(c, c.last, f.message) && f.step === 'done' && (f.amount === amount || (f.amount === null && c.payment === null)))
    const isTwice = inLast && (before || sameSince(c, saysOf(c, 'captured', key)) !== undefined)
    const told = [...settled.kept.filter((f) => f.step === 'done'), ...facts.filter((f) => f.row && f.step === 'done')]
    return [{ amount, isPart, isTwice, messages, told: told.map((f) => f.message) }]
  })
  const [[only], told] = [things, things.flatMap((t) => t.told)]
  const isOdd = things.length > 1 || (only !== undefined && (only.amount === null || only.isPart || (c.payment !== null && only.amount !== c.payment)))
  if (isOdd && !things.every((t) => t.isTwice)) doubt(c, 'CapturedDiffers', listAsks, things.flatMap((t) => t.messages))
  // an end that was neither received before the capture nor clearly happened before it
  const isLate = (m: Message, first: number): boolean => ends.includes(m.type) && happened(m) + c.policy.tolerance > first
  const late = c.all.filter((m) => isLate(m, Math.min(...told.map(happened))) && told.some((t) => t.receivedAt <= m.receivedAt) && !covers(c, c.last, m))
  if (word === undefined && told.length > 0 && late.length > 0) doubt(c, 'Superseded', listAsks, [...late, ...told])
  if (word === undefined) return { total: sum(things.map((t) => t.amount ?? 0)), isKnown: things.length > 0, told }
  const against = lookUps.filter((f) => !isSettledBy(word, f.message) && (word.value <= 0 || f.isOther || (f.amount !== null && f.amount !== word.value))).map((f) => f.message)
  if (against.length > 0) doubt(c, 'AfterReview', null, against)
  const first = Math.min(word.at, ...ofPart.filter((f) => isSettledBy(word, f.message)).map((f) => happened(f.message)))
  const known = c.all.filter((m) => isSettledBy(word, m)).map((m) => m.type)
  const endsAfter = c.all.filter((m) => isLate(m, first) && !isSettledBy(word, m) && !known.includes(m.type))
  if (word.value > 0 && endsAfter.length > 0) doubt(c, 'AfterReview', null, endsAfter)
  return { total: word.value, isKnown: word.value > 0, told: [{ id: '', type: 'reviewed', receivedAt: word.at, happenedAt: null }] }
}

// refunds ------------------------------------------------------------------
interface Command { readonly id: string; readonly amount: number | null; readonly recorded: number; readonly isHeld: boolean; readonly messages: readonly Message[] }
interface Refund { readonly step: Step; readonly amount: number | null; readonly upTo: number; readonly begun: number; readonly doneSince: number; readonly isSettled: boolean }
interface Refunds { readonly done: number; readonly open: number; readonly held: readonly Command[]; readonly things: readonly Refund[]; readonly word: Word | undefined }
const commandsOf = (c: Case): Command[] => {
  const requests = c.all.filter((m) => m.type === 'refund_requested' && m.commandId !== undefined)
  return unique(requests.map((m) => m.commandId ?? '')).map((id) => {
    const messages = requests.filter((m) => m.commandId === id)
    // of two contents of one command, the later holds its amount longer
    const askFrom = Math.max(...messages.map((m) => m.receivedAt)) + 2 * c.policy.sendSeconds + c.policy.settleMinutes * 60
    const isEnded = c.all.some((m) => m.commandId === id && (m.type === 'refund_refused' || m.type === 'given_up'))
    const isHeld = !isEnded && !c.facts.some((f) => f.part === 'refunded' && f.command === id) && !((c.last?.askedAt ?? -1) >= askFrom)
    return { id, amount: greatest(messages.map((m) => read(c.policy, m, m.amount)).filter(isNumber)), recorded: Math.min(...messages.map((m) => m.receivedAt)), isHeld, messages }
  })
}
const refundOf = (c: Case, key: string, facts: readonly Fact[], commands: readonly Command[]): Refund[] => {
  const own = commands.filter((o) => facts.some((f) => f.command === o.id))
  const turnOf = (k: string): string => `${['failed', 'done'].map((end) => c.facts.some((f) => f.part === 'refunded' && f.key === k && f.step === end)).join() === 'true,false'} ${k}`
  const namesOf = (o: Command): string[] => c.facts.filter((f) => f.part === 'refunded' && f.command === o.id && f.key.startsWith('a:')).map((f) => f.key).sort((x, y) => (turnOf(x) < turnOf(y) ? -1 : 1))
  const ofCommands = greatest(own.filter((o) => (namesOf(o)[0] ?? key) === key).map((o) => o.amount).filter(isNumber)) // a command is one refund: its amount is that of the first that has not failed
  const settled = key.startsWith('a:') ? settle(c, 'refunded', key, facts.filter(isReport(c))) : settleNameless(c, key, facts, ofCommands)
  const [{ counted }, naming] = [settled, settled.kept.filter((f) => f.command !== undefined)]
  const messages = [...facts.map((f) => f.message), ...own.flatMap((o) => o.messages)]
  const raise = (code: string): void => doubt(c, code, listAsks, code === 'StatementDiffers' ? withList(c, messages) : messages)
  if (settled.differs) raise('StatementDiffers')
  if (counted.some((f) => f.isOther && !(key.startsWith('u:') && covers(c, c.last, f.message)))) raise('OtherCurrency')
  const isOfTwo = unique(naming.map((f) => f.command)).length > 1 && (settled.differs || naming.some((f) => !f.row && !covers(c, c.last, f.message)))
  if (key.startsWith('u:') && counted.length > 0 && !settled.differs) raise('Unbound')
  if (key.startsWith('u:') || counted.length === 0) return []
  const stepOf = (of: readonly Fact[]): Step => (of.some((f) => f.step === 'done') ? 'done' : of.some((f) => f.step === 'failed') ? 'failed' : 'open')
  const amountOf = (of: readonly Fact[]): number | null => greatest(amountsOf(of, 'done')) ?? greatest(amountsOf(of, 'open'))
  const step = stepOf(counted)
  const amount = amountOf(counted) ?? ofCommands
  const [done, asked] = [amountsOf(counted, 'done'), amountsOf(counted, 'open')]
  if (step === 'done' && counted.some((f) => f.step === 'failed')) raise('RefundReversed')
  const isUnequal = done.some((d) => asked.some((a) => (c.policy.method === 'ticket' ? d > a : d !== a)))
  if (step !== 'failed' && (done.length > 1 || asked.length > 1 || isUnequal)) raise('Disagreement')
  if (isOfTwo || (step !== 'failed' && amount === null)) raise('Unbound')
  const rows = rowsOf(c, c.last, 'refunded', key)
  const isSettled = rows.length > 0 && stepOf(rows) === step && (amountOf(rows) ?? ofCommands) === amount && !settled.differs
  const upTo = Math.max(0, ...own.map((o) => o.amount ?? 0), ...amountsOf(settled.kept))
  const begun = Math.min(...own.map((o) => o.recorded), ...facts.map((f) => (f.row ? f.message.askedAt ?? f.message.receivedAt : happened(f.message))))
  const doneSince = Math.min(...[...settled.kept, ...facts.filter((f) => f.row)].filter((f) => f.step === 'done').map((f) => f.message.receivedAt))
  return [{ step, amount, upTo, begun, doneSince, isSettled }]
}
const refunds = (c: Case): Refunds => {
  const word = wordOn(c, 'refunded')
  const commands = commandsOf(c)
  const held = commands.filter((o) => o.isHeld)
  held.filter((o) => o.amount === null).forEach((o) => doubt(c, 'Unbound', listAsks, o.messages))
  const all = byKey(c.facts.filter((f) => f.part === 'refunded'))
  const recordedOf = (facts: readonly Fact[]): number[] => commands.filter((o) => facts.some((f) => f.command === o.id)).map((o) => o.recorded)
  const things = unsettled(c, 'refunded', word, all, recordedOf).flatMap(([key, facts]) => refundOf(c, key, facts, commands))
  const total = (step: Step): number => sum(things.filter((t) => t.step === step).map((t) => t.amount ?? 0))
  return { done: total('done') + (word?.value ?? 0), open: total('open'), held, things, word }
}

// takings ------------------------------------------------------------------
/** Takings that are one, with what gave them back. */
interface Taking {
  readonly facts: readonly Fact[]; readonly kept: readonly Fact[]; readonly all: readonly Fact[]; readonly backs: readonly Message[]; readonly amount: number | null; readonly isTold: boolean; readonly isSure: boolean; readonly time: number; readonly disputes: readonly string[]; readonly kinds: readonly string[]
}
const wasGivenBack = (t: Taking, by: number): boolean =>
  t.backs.some((m) => happened(m) <= by) && !t.facts.some((f) => f.message.type === 'dispute_arbitration_lost' && happened(f.message) <= by)
const wasBackBefore = (t: Taking, time: number): boolean => wasGivenBack(t, time) && t.backs.some((m) => happened(m) < time)
const takingOf = (c: Case, whole: number | null, backs: ReadonlyMap<string, readonly Message[]>) => ([key, facts]: [string, readonly Fact[]]): Taking[] => {
  // a list says something only of what bears an action id, and only once a list has shown it
  const isListed = (f: Fact): boolean => f.row || (!isDispute(f.message) && f.message.actionId !== undefined)
  const shown = facts.filter((f) => f.row && f.step !== 'failed' && (c.lists.includes(f.message) || isReport(c)(f)))
  const isShown = shown.length > 0 || rowsOf(c, c.last, 'chargedBack', key).length > 0
  const listed = facts.filter((f) => isReport(c)(f) && isListed(f))
  const others = facts.filter((f) => isReport(c)(f) && !isListed(f))
  const settled = isShown ? settle(c, 'chargedBack', key, listed) : { counted: listed, kept: listed, differs: false }
  const messages = facts.map((f) => f.message)
  if (settled.differs) doubt(c, 'StatementDiffers', listAsks, withList(c, messages))
  const taken = [...settled.counted, ...others].filter((f) => f.step !== 'failed')
  if (taken.length === 0) return []
  if (taken.some((f) => f.isOther)) doubt(c, 'OtherCurrency', null, messages)
  if (amountsOf(taken).length > 1) doubt(c, 'Disagreement', null, messages)
  const told = greatest(amountsOf(taken))
  // a row tells no time: it took at the latest when a list first showed it
  const kept = [...settled.kept, ...others].filter((f) => f.step !== 'failed')
  const time = Math.min(...[...kept, ...(kept.some((f) => f.row) ? shown : [])].map((f) => happened(f.message)))
  const disputes = unique(facts.map((f) => f.message.disputeId).filter((d) => d !== undefined))
  return [{ facts: taken, kept, all: facts, backs: backs.get(key) ?? [], amount: told ?? whole, isTold: told !== null, isSure: amountsOf(taken).length <= 1, time, disputes, kinds: unique(kept.filter(isListed).map((f) => f.message.type)) }]
}
/** In the order of happening, in one second what holds more first: unites each taking with the earliest that it may be, then finds what each giving back is of. */
const unite = (c: Case, takings: readonly Taking[], strays: readonly Message[], base: number | null, word: Word | undefined): Taking[] => {
  const isWhole = (amount: number | null): boolean => base === null || (amount ?? base) > base / 2
  let groups: Taking[] = []
  const steps = [...takings.map((taking) => ({ time: taking.time, taking, back: undefined })), ...strays.map((back) => ({ time: happened(back), taking: undefined, back }))]
  for (const { time, taking: t, back } of steps.sort((a, b) => a.time - b.time || Number(b.back !== undefined) - Number(a.back !== undefined))) {
    if (t !== undefined) {
      const one = groups.find((g) => g.isSure && t.isSure && g.amount === t.amount && isWhole(t.amount) && (g.disputes.length === 0 || t.disputes.length === 0) && !wasGivenBack(g, time) && !wasGivenBack(t, time))
      const joined = (g: Taking): Taking => ({ ...g, facts: [...g.facts, ...t.facts], kept: [...g.kept, ...t.kept], all: [...g.all, ...t.all], backs: [...g.backs, ...t.backs], isTold: g.isTold && t.isTold, disputes: [...g.disputes, ...t.disputes], kinds: [...g.kinds, ...t.kinds] })
      groups = one === undefined ? [...groups, t] : groups.map((g) => (g === one ? joined(g) : g))
    } else if (back !== undefined) {
      const amount = read(c.policy, back, back.amount)
      const isOthers = (g: Taking): boolean => back.disputeId !== undefined && g.disputes.some((d) => d !== back.disputeId)
      const fits = groups.filter((g) => g.time < time && !wasGivenBack(g, time) && (amount === null || g.amount === amount) && !isOthers(g))
      const isUnsure = fits.length > 1 || (back.disputeId !== undefined && fits.some((g) => !g.isSure || !isWhole(g.amount)))
      if (isUnsure) doubt(c, 'Unbound', null, [back, ...fits.flatMap((g) => g.all.map((f) => f.message))])
      if (fits.length === 0 && word !== undefined) doubt(c, 'AfterReview', null, [back])
      if (fits.length === 1 && !isUnsure) groups = groups.map((g) => (g === fits[0] ? { ...g, backs: [...g.backs, back] } : g))
    }
  }
  return groups
}
/** Whether a taking counts; raises DisputeDiffers where its last words contradict each other. */
const isStanding = (c: Case, t: Taking): boolean => {
  const types = [...t.facts.map((f) => f.message), ...t.backs].map((m) => m.type)
  const [isWon, isLost] = [types.includes('dispute_arbitration_won'), types.includes('dispute_arbitration_lost')]
  const since = (b: Message): number => ((own: readonly Fact[]) => Math.min(...(own.length > 0 ? own.map((f) => happened(f.message)) : [t.time])))(t.kept.filter((f) => (b.disputeId !== undefined ? f.message.disputeId === b.disputeId : b.actionId !== undefined && !isDispute(b) && (f.action ?? (isDispute(f.message) ? undefined : f.message.actionId)) === b.actionId))) // of what it names, else of the first
  const isAnew = t.kept.some((f) => !f.row && takes.includes(f.message.type) && f.message.type !== 'dispute_arbitration_lost' && t.backs.some((m) => (m.happenedAt === null ? since(m) + c.policy.tolerance : happened(m) - Number(happened(f.message) > t.time)) < happened(f.message)))
  const [isBack, isOfAnother] = [t.backs.length > 0, t.backs.some((m) => read(c.policy, m, m.amount) !== null && m.amount !== t.amount)]
  const isOpen = types.includes('dispute_resolved') || (isWon && isLost) || (isBack && (isAnew || isOfAnother || (!isWon && !isLost && types.some((type) => lastWords.includes(type)))))
  if (isOpen) doubt(c, 'DisputeDiffers', null, [...t.all.map((f) => f.message), ...t.backs])
  return isOpen || !isBack || isLost
}
const takings = (c: Case, { total, isKnown }: Captures): number => {
  const word = wordOn(c, 'chargedBack')
  const all = byKey(c.facts.filter((f) => f.part === 'chargedBack'))
  const backs = new Map<string, Message[]>()
  const strays: Message[] = []
  for (const m of c.all.filter((n) => givesBack.includes(n.type))) {
    const before = c.all.filter((n) => n.type === m.type && isSettledBy(word, n) && n.disputeId === m.disputeId && n.actionId === m.actionId && n.amount === m.amount && n.currency === m.currency)
    const key = takingKey(c.all, m)
    const isKnownBefore = all.get(key)?.some((f) => isSettledBy(word, f.message)) === true
    if (isSettledBy(word, m) || (before.length > 0 && (m.disputeId ?? m.actionId) !== undefined)) continue
    if (isOther(c.policy, m)) doubt(c, 'OtherCurrency', null, [m])
    if (isKnownBefore) doubt(c, 'AfterReview', null, [m])
    else if (all.has(key)) backs.set(key, [...(backs.get(key) ?? []), m])
    else strays.push(m)
  }
  const base = isKnown ? total : c.payment
  const fresh = unsettled(c, 'chargedBack', word, all, () => []).flatMap(takingOf(c, base, backs)).sort((a, b) => a.time - b.time || ((a.all[0]?.key ?? '') < (b.all[0]?.key ?? '') ? -1 : 1))
  const groups = unite(c, fresh, strays, base, word)
  const isOneWith = (a: Taking, b: Taking): boolean =>
    (a.amount === b.amount || !a.isTold || !b.isTold) && !(a.disputes.length > 0 && b.disputes.length > 0) && !a.kinds.some((k) => b.kinds.includes(k)) && !wasBackBefore(a, b.time) && !wasBackBefore(b, a.time)
  const alike = groups.filter((b) => groups.some((a) => a !== b && isOneWith(a, b)))
  if (alike.length > 0) doubt(c, 'OneOrTwo', null, alike.flatMap((t) => t.all.map((f) => f.message)))
  const standing = groups.filter((t) => isStanding(c, t))
  const taken = sum(standing.map((t) => t.amount ?? 0)) + (word?.value ?? 0)
  if (isKnown && taken > total && standing.length > 0) doubt(c, 'MoreThanCaptured', null, standing.flatMap((t) => t.all.map((f) => f.message)))
  return taken
}

// the payment --------------------------------------------------------------
/** Compares the last look-up with the ledger; it settles nothing. */
const lookUp = (c: Case, captured: Captures, { things, held, word }: Refunds): void => {
  const m = c.all.filter((n) => n.type === 'state_observed' && isNumber(n.askedAt)).sort((a, b) => (a.askedAt ?? 0) - (b.askedAt ?? 0)).at(-1)
  const at = m?.askedAt ?? 0
  if (m === undefined || (c.last?.askedAt ?? -1) >= at || isSettledBy(word, m)) return
  const begun = (word !== undefined && word.at <= at ? word.value : 0) + sum(things.filter((t) => t.begun <= at).map((t) => t.upTo)) + sum(held.filter((o) => o.recorded <= at).map((o) => o.amount ?? 0))
  const done = sum(things.filter((t) => t.step === 'done' && t.doneSince <= at - c.policy.lag).map((t) => t.amount ?? 0))
  const isUncaptured = m.status !== undefined && !capturedStatuses.includes(m.status) && captured.isKnown && captured.told.some((n) => n.receivedAt <= at - c.policy.lag)
  const isMore = (m.status === 'Refunded' && begun < captured.total) || ((m.status === 'Refunded' || m.status === 'Partially Refunded') && begun === 0)
  const balance = isOther(c.policy, m) ? undefined : m.refundedBalance
  if (isUncaptured || isMore || (balance !== undefined && (balance > begun || balance < done))) doubt(c, 'StatementDiffers', listAsks, [m])
}

/** Adds up what the messages of one payment say, in whatever order and however often they come. */
export const ledger = (messages: readonly Message[], policy: Policy): Ledger => {
  const all = distinct(messages)
  const lists = all.filter((m) => m.type === 'actions_listed' && isNumber(m.askedAt) && m.unread !== true).sort((a, b) => (a.askedAt ?? 0) - (b.askedAt ?? 0))
  const c: Case = { policy, all, lists, last: lists.at(-1), payment: greatest(all.filter((m) => m.type === 'payment_pending').map((m) => read(policy, m, m.amount)).filter(isNumber)), facts: readFacts(all, policy), doubts: [] }
  const captured = captures(c)
  const refund = refunds(c)
  const chargedBack = takings(c, captured)
  lookUp(c, captured, refund)
  if (captured.isKnown && refund.done + refund.open > captured.total && refund.things.some((t) => !t.isSettled && t.step !== 'failed')) doubt(c, 'MoreThanCaptured', listAsks, c.facts.filter((f) => f.part === 'refunded').map((f) => f.message))
  const isUnread = (m: Message): boolean => (m.type === 'actions_listed' ? m.unread === true && Math.max(c.last?.askedAt ?? -1, ...all.map((o) => (o.type === 'actions_listed' && o.unread === true && !isSettledBy(refund.word, o) ? (o.askedAt ?? o.receivedAt) : -1))) <= (m.askedAt ?? m.receivedAt) : m.type === 'unreadable' && !freesNothing.includes(m.name ?? '') && (isOfBank(m) || !covers(c, c.last, m)))
  all.filter((m) => isUnread(m) && !isSettledBy(isOfBank(m) ? wordOn(c, 'chargedBack') : refund.word, m)).forEach((m) => doubt(c, 'Unread', isOfBank(m) ? null : listAsks, [m]))
  all.filter((m) => (m.type === 'payment_pending' || ends.includes(m.type)) && isOther(policy, m) && !covers(c, c.last, m) && !isSettledBy(wordOn(c, 'captured'), m)).forEach((m) => doubt(c, 'OtherCurrency', listAsks, [m]))
  const [refunded, refunding] = [refund.done, refund.open + sum(refund.held.map((o) => o.amount ?? 0))]
  const net = captured.total - refunded - refunding - chargedBack
  const doubts = c.doubts.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return { captured: captured.total, refunded, refunding, chargedBack, net, refundable: doubts.length > 0 || !captured.isKnown ? 0 : Math.max(0, net), doubts }
}
