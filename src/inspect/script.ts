/** The script that steps through a stream's page, as text. It uses no network. */

/**
 * Shows one step at a time: buttons, slider, timeline, arrow keys and `#step-3` in the address
 * choose the step. Without this script, the page shows everything at once.
 */
export const STEPPING = `
const all = (selector) => [...document.querySelectorAll(selector)]
const steps = all('.step')
const last = steps.length - 1
// show the step that the address names, do not scroll to it
for (const step of steps) step.removeAttribute('id')
const lasting = all('[data-from]').map((element) => ({
  element,
  from: Number(element.dataset.from),
  until: element.dataset.until === '' ? Infinity : Number(element.dataset.until),
}))
const drawn = new Map()
for (const element of all('[data-state], [data-edge]')) {
  const key = element.dataset.state ?? element.dataset.edge
  drawn.set(key, [...(drawn.get(key) ?? []), element])
}
const marks = JSON.parse(document.getElementById('marks').textContent)
const links = all('.timeline a')
const timeline = document.querySelector('.timeline')
const slider = document.querySelector('.controls input')
const said = document.querySelector('.controls output')
const picture = document.querySelector('.scroll svg')
let now = -1

const isAt = (step) => (each) => each.from <= step && step < (each.until ?? Infinity)

const show = (wanted) => {
  const step = Math.min(last, Math.max(0, wanted))
  if (step === now) return
  now = step
  steps.forEach((element, index) => { element.hidden = index !== step })
  for (const each of lasting) each.element.hidden = !isAt(step)(each)
  for (const group of all('[data-group]')) {
    const isEmpty = [...group.querySelectorAll('[data-from]')].every(({ hidden }) => hidden)
    group.querySelector('.empty').hidden = !isEmpty
  }
  for (const elements of drawn.values()) {
    for (const element of elements) element.classList.remove('visited', 'current', 'taken')
  }
  for (const mark of marks.filter(isAt(step))) {
    for (const element of drawn.get(mark.key) ?? []) element.classList.add(mark.kind)
  }
  const here = document.querySelector('.current')
  if (here !== null) {
    const frame = here.closest('.scroll')
    const [box, view] = [here.getBoundingClientRect(), frame.getBoundingClientRect()]
    if (box.left < view.left || box.right > view.right) {
      frame.scrollLeft += (box.left + box.right - view.left - view.right) / 2
    }
  }
  links.forEach((link, index) => {
    if (index === step) link.setAttribute('aria-current', 'step')
    else link.removeAttribute('aria-current')
  })
  const item = links[step].parentElement
  const [above, below] = [item.offsetTop, item.offsetTop + item.offsetHeight]
  if (above < timeline.scrollTop) timeline.scrollTop = above
  if (below > timeline.scrollTop + timeline.clientHeight) timeline.scrollTop = below - timeline.clientHeight
  const words = steps[step].dataset.words
  slider.value = String(step)
  slider.setAttribute('aria-valuetext', words)
  said.textContent = words
  if (picture !== null) picture.setAttribute('aria-label', picture.dataset.label + ' ' + words)
  document.querySelector('[data-go="first"]').disabled = step === 0
  document.querySelector('[data-go="previous"]').disabled = step === 0
  document.querySelector('[data-go="next"]').disabled = step === last
  document.querySelector('[data-go="last"]').disabled = step === last
  if (location.hash !== '#step-' + step) history.replaceState(null, '', '#step-' + step)
}

const asked = () => {
  const found = /^#step-(\\d+)$/.exec(location.hash)
  return found === null ? last : Number(found[1])
}
const go = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => last }
const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-go]')
  if (button !== null) show(go[button.dataset.go]())
  const link = event.target.closest('.timeline a')
  if (link === null) return
  event.preventDefault()
  show(links.indexOf(link))
})
document.addEventListener('keydown', (event) => {
  const isTaken = event.target instanceof Element && event.target.closest('input, .scroll') !== null
  if (isTaken || event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  show(go[keys[event.key]]())
})
slider.addEventListener('input', () => show(Number(slider.value)))
window.addEventListener('hashchange', () => show(asked()))
show(asked())
`
