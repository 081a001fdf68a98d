/** The styles of pictures and pages: light and dark, wide and narrow, on a screen and in print. */

const LIGHT =
  '--ink: #1c2434; --soft: #566479; --line: #c3cddc; --box: #ffffff; --frame: #f3f6fa; --way: #1f52cf; ' +
  '--here: #e0eaff; --page: #ffffff; --notice: #31598f; --warning: #8a5300; --error: #b3261e; --fatal: #8b0f5c;'
const DARK =
  '--ink: #e8edf6; --soft: #a3b0c6; --line: #3d4961; --box: #1d2535; --frame: #151b28; --way: #82aaff; ' +
  '--here: #213563; --page: #0e131d; --notice: #93b7ee; --warning: #f2b457; --error: #ff8f86; --fatal: #ff85c6;'

const colours = (where: string): string =>
  `${where} { ${LIGHT} }\n@media (prefers-color-scheme: dark) { ${where} { ${DARK} } }\n` +
  `@media print { ${where} { ${LIGHT} } }`

const MONO = `ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace`

const SANS = `system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif`

/** The styles inside a picture; the classes `visited`, `current` and `taken` mark a path. */
const CHART = `.chart text { font-family: ${SANS}; fill: var(--ink); }
.chart .ground, .chart .frame > rect { fill: var(--frame); }
.chart .frame > rect { stroke: var(--line); } .chart .region > rect { stroke-dasharray: 5 4; }
.chart .frame > text, .chart .group > text { fill: var(--soft); }
.chart .shared { fill: none; stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 3; }
.chart .state rect { fill: var(--box); stroke: var(--soft); }
.chart .state circle { fill: var(--box); stroke: var(--soft); stroke-width: 1.5; }
.chart .edge path { fill: none; stroke: var(--soft); stroke-width: 1.2; }
.chart .edge text { fill: var(--soft); paint-order: stroke; stroke: var(--frame); stroke-width: 3px; }
.chart .dot, .chart .head { fill: var(--soft); }
.chart .visited rect, .chart .visited circle { stroke: var(--way); stroke-width: 2; }
.chart .current rect { fill: var(--here); stroke-width: 3; } .chart .current circle { fill: var(--way); }
.chart .current text { font-weight: 700; }
.chart .taken path { stroke: var(--way); stroke-width: 2.4; } .chart .taken text { fill: var(--way); font-weight: 600; }`

/** The styles of a picture in its own file. */
export const PICTURE = `${colours('.chart')}\n${CHART}`

/** The styles of a story to share, in its own file. */
export const STORY = `${colours('.story')}
.story text { font-family: ${SANS}; fill: var(--ink); }
.story .ground { fill: var(--page); stroke: var(--line); }
.story .head, .story .alarm { font-weight: 700; } .story .what { font-weight: 600; }
.story path { stroke: var(--line); stroke-width: 2; } .story .ahead { stroke-dasharray: 2 4; }
.story .here { fill: var(--way); } .story .aside, .story .next { fill: var(--page); stroke: var(--soft); stroke-width: 1.5; }
.story .next { stroke-dasharray: 2 2; }
.story .soft, .story .notice { fill: var(--soft); } .story .warning { fill: var(--warning); }
.story .alarm, .story .error { fill: var(--error); } .story .fatal { fill: var(--fatal); }`

/** The styles of a page and the pictures in it. */
export const PAGE = `${colours(':root')}
${CHART}
* { box-sizing: border-box; }
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 84rem; padding: 1.25rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 ${SANS}; }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
h3 { font-size: .9375rem; margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
.panel > h3 { margin-top: 0; }
p { margin: .25rem 0; }
a { color: var(--way); }
.soft { color: var(--soft); }
.mono, dd, code { font-family: ${MONO}; font-size: .875em; overflow-wrap: anywhere; }
.chip { display: inline-block; border: 1px solid currentcolor; border-radius: 1rem; padding: 0 .6rem;
  font-size: .8125rem; font-weight: 600; }
.notice.chip, .notice > b { color: var(--notice); } .warning.chip, .warning > b { color: var(--warning); }
.error.chip, .error > b { color: var(--error); } .fatal.chip, .fatal > b { color: var(--fatal); }
.panel { border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem; background: var(--frame); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .75rem; background: var(--frame); }
.whole { container-type: inline-size; } .chart { display: block; max-width: 100%; height: auto; } .chart.drawn { display: none; margin: 0 auto; }
:focus-visible { outline: 3px solid var(--way); outline-offset: 2px; }
.alarm { font-weight: 700; font-size: 1.1rem; color: var(--error); }
h1 + p { font-size: .875rem; }
.id { user-select: all; font-family: ${MONO}; font-size: .875em; overflow-wrap: anywhere; }
.told { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.story-rows { list-style: none; margin: 0; padding: 0; }
.story-rows > li { position: relative; padding-left: 1.75rem; }
.story-rows > li::before { content: ''; position: absolute; left: .45rem; top: 0; bottom: 0; border-left: 2px solid var(--line); }
.story-rows > li:only-child::before { display: none; } .story-rows > li:first-child::before { top: 1.1rem; } .story-rows > li:last-child::before { bottom: auto; height: 1.1rem; }
.story-rows > li::after { content: ''; position: absolute; left: .2rem; top: .85rem; width: .5rem; height: .5rem; border-radius: 50%;
  border: 2px solid var(--way); background: var(--way); }
.story-rows > .warning::after { border-color: var(--warning); background: var(--warning); }
.story-rows > .error::after { border-color: var(--error); background: var(--error); }
.story-rows > .fatal::after { border-color: var(--fatal); background: var(--fatal); }
.story-rows > .aside::after { border-color: var(--soft); background: var(--page); }
.story-rows summary { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; padding: .45rem .5rem; min-height: 2.5rem;
  border-radius: .5rem; cursor: pointer; list-style: none; }
.story-rows summary::-webkit-details-marker { display: none; }
.story-rows summary:hover, .story-rows [open] > summary { background: var(--here); }
.story-rows summary time { flex: 0 0 8.5rem; color: var(--soft); }
.odd { font-size: .875rem; }
.more { padding: .25rem .5rem 1rem; } .beside .more { padding: 0; } .of-row { margin: 0; }
.beside { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; }
.order { font: inherit; font-size: .8125rem; min-height: 1.75rem; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .75rem;
  background: var(--box); color: var(--ink); cursor: pointer; margin-left: .5rem; }
.order[aria-pressed='true'] { border-color: var(--way); color: var(--way); }
.next { margin: 0; padding-left: 1.25rem; color: var(--soft); } .past { color: var(--soft); }
footer { margin: 1.5rem 0 .5rem; font-size: .875rem; }
dl { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: .15rem 1rem; margin: .25rem 0; }
dt { color: var(--soft); overflow-wrap: anywhere; }
dd { margin: 0; }
.notes { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.notes li { border-left: 4px solid var(--line); padding-left: .75rem; overflow-wrap: anywhere; }
.notes .notice { border-color: var(--notice); } .notes .warning { border-color: var(--warning); }
.notes .error { border-color: var(--error); } .notes .fatal { border-color: var(--fatal); }
.notes small { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
.chip + .chip, a + a .chip { margin-left: .1rem; }
[hidden] { display: none; } @media (min-width: 1100px) { .told { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
@media screen and (max-width: 60rem) { body { padding: .75rem; } .story-rows summary time { flex-basis: 100%; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .35rem; } }
@media (forced-colors: active) { .story-rows [open] > summary { outline: 2px solid; } }
@media print { body { font-size: 11pt; padding: 0; } .told { display: block; } .beside, .order { display: none; } .panel { break-inside: avoid; }
  .story-rows summary { min-height: 0; padding: .15rem .5rem; } }`
