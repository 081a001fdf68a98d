/** Where a chart can be: which of its states are active at once, and where arrows lead from there. */
import type { AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'

/** The states of a chart that are active at once, outermost first. */
export type Configuration = ReadonlySet<AnyStateNode>

type Entering = Set<AnyStateNode>

const childrenOf = ({ states }: AnyStateNode): readonly AnyStateNode[] => Object.values(states)

/** Whether a state lies within another, which is not itself. */
const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean => {
  for (let at = node.parent; at !== undefined; at = at.parent) if (at === outer) return true
  return false
}

/** The states around a state, nearest first, up to an outer one, which is not among them. */
const around = (node: AnyStateNode, outer?: AnyStateNode): readonly AnyStateNode[] => {
  const found: AnyStateNode[] = []
  if (node === outer) return found
  for (let at = node.parent; at !== undefined && at !== outer; at = at.parent) found.push(at)
  return found
}

/** Enters those regions of a parallel state in which nothing is entered yet. */
const enterRegions = (node: AnyStateNode, entering: Entering): void => {
  for (const region of childrenOf(node)) {
    if ([...entering].some((each) => isWithin(each, region))) continue
    entering.add(region)
    enterWithin(region, entering)
  }
}

/** Enters what is active within a state once it is: the initial state, or every region. */
const enterWithin = (node: AnyStateNode, entering: Entering): void => {
  if (node.type === 'parallel') enterRegions(node, entering)
  for (const initial of node.type === 'compound' ? node.initial.target : []) {
    entering.add(initial)
    enterWithin(initial, entering)
  }
}

const enterAround = (nodes: readonly AnyStateNode[], entering: Entering): void => {
  for (const node of nodes) {
    entering.add(node)
    if (node.type === 'parallel') enterRegions(node, entering)
  }
}

/** The state within which an arrow changes what is active. */
const domainOf = ({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode => {
  if (!reenter && target.every((each) => each === source || isWithin(each, source))) return source
  const outer = around(source).find((node) => target.every((each) => isWithin(each, node)))
  return outer ?? source.machine.root
}

const isLeft = (node: AnyStateNode, arrow: AnyTransitionDefinition): boolean =>
  arrow.target !== undefined && isWithin(node, domainOf(arrow))

const enterBy = (arrow: AnyTransitionDefinition, entering: Entering): void => {
  const domain = domainOf(arrow)
  const targets = arrow.target ?? []
  for (const target of targets) {
    if (target !== domain || arrow.reenter) entering.add(target)
    enterWithin(target, entering)
  }
  // only now: a region that another target is in does not start where it would by itself
  for (const target of targets) {
    enterAround(around(target, domain), entering)
    if (domain.type === 'parallel') enterRegions(domain, entering)
  }
}

/** Where a chart starts. */
export const initialOf = (root: AnyStateNode): Configuration => {
  const entering: Entering = new Set([root])
  enterWithin(root, entering)
  return inOrder(entering)
}

const inOrder = (nodes: Iterable<AnyStateNode>): Configuration =>
  new Set([...nodes].sort((a, b) => a.order - b.order))

/**
 * Arrows of several regions, but for those that would leave a state that an earlier one leaves, too.
 * @spec SCXML, 3.13 (removeConflictingTransitions)
 */
export const withoutConflicts = (
  from: Configuration,
  arrows: readonly AnyTransitionDefinition[],
): readonly AnyTransitionDefinition[] => {
  const taken: AnyTransitionDefinition[] = []
  for (const arrow of arrows) {
    const left = [...from].filter((node) => isLeft(node, arrow))
    if (!left.some((node) => taken.some((other) => isLeft(node, other)))) taken.push(arrow)
  }
  return taken
}

/** Where arrows that do not conflict lead together. @spec SCXML, 3.13 (exit set, entry set) */
export const moved = (
  from: Configuration,
  arrows: readonly AnyTransitionDefinition[],
): Configuration => {
  const entering: Entering = new Set()
  for (const arrow of arrows) enterBy(arrow, entering)
  const stays = [...from].filter((node) => !arrows.some((arrow) => isLeft(node, arrow)))
  return inOrder([...stays, ...entering])
}

/** What is active within a state, as XState tells it. */
export const valueIn = (node: AnyStateNode, active: Configuration): StateValue => {
  const inner = childrenOf(node).filter((child) => active.has(child))
  const [only] = inner
  if (node.type === 'compound' && only?.type === 'atomic') return only.key
  return Object.fromEntries(inner.map((child) => [child.key, valueIn(child, active)]))
}
