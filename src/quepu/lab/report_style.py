"""The style sheet of reports: light and dark, on a phone, and on paper.

The colours of the series are those of Okabe and Ito, which colour-blind people can tell apart; the darker ones on light paper, the lighter
ones on dark. All classes are below ``.report``, so that a page can show a report beside something else.
"""

from __future__ import annotations

STYLE = """\
.report {
  --report-paper: light-dark(#ffffff, #14191b);
  --report-ink: light-dark(#1d2528, #e8ebe9);
  --report-quiet: light-dark(#56636a, #a5b1b5);
  --report-line: light-dark(#d9dfe1, #374044);
  --report-soft: light-dark(#f1f4f5, #1f272a);
  --report-edge: light-dark(#7d898e, #7a878c);
  --report-series-1: light-dark(#0072b2, #56b4e9);
  --report-series-2: light-dark(#d55e00, #e69f00);
  --report-series-3: light-dark(#00795a, #2fc39a);
  container-type: inline-size;
  color: var(--report-ink);
  line-height: 1.5;
  overflow-wrap: break-word;
}
.report h1, .report h2 { line-height: 1.25; text-wrap: balance; }
.report h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
.report h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; font-size: 1.15rem; margin: 0 0 .4rem; }
.report p { margin: 0 0 .6rem; max-width: 46rem; }
.report ul, .report li { margin: 0; padding: 0; list-style: none; }
.report-about { color: var(--report-quiet); }
.report-facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .6rem 1rem; margin: 1rem 0; }
.report-facts div { min-width: 0; }
.report-facts dt { color: var(--report-quiet); font-size: .8125rem; }
.report-facts dd { margin: 0; }
.report-contents ul { display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
.report-contents a { color: var(--report-series-1); }
.report-section { border-top: 1px solid var(--report-line); margin-top: 1.5rem; padding-top: 1.25rem; scroll-margin-top: 4.5rem; }
.report-source { border: 1px solid var(--report-edge); border-radius: 1rem; padding: 0 .55rem; font: 400 .75rem/1.5 system-ui, sans-serif;
  color: var(--report-quiet); white-space: nowrap; }
.report figure { margin: .75rem 0; }
.report pre { margin: .4rem 0 .8rem; padding: .6rem .75rem; background: var(--report-soft); border-radius: .4rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; }
.report-note { color: var(--report-quiet); font-size: .875rem; }

.report summary { cursor: pointer; color: var(--report-quiet); font-size: .875rem; padding: .3rem 0; width: fit-content; }
.report-scroll { overflow-x: auto; max-height: 34rem; border: 1px solid var(--report-line); border-radius: .4rem; margin: .4rem 0; }
.report-scroll:focus-visible, .report summary:focus-visible, .report a:focus-visible { outline: .1875rem solid var(--report-series-1); }
.report table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
.report caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.report th, .report td { padding: .3rem .65rem; text-align: start; vertical-align: baseline; border-bottom: 1px solid var(--report-line); }
.report thead th { position: sticky; top: 0; background: var(--report-soft); font-weight: 600; vertical-align: bottom; min-width: 3.5em; }
.report tbody th { font-weight: 400; min-width: 7em; }
.report tbody tr:last-child > * { border-bottom: 0; }
.report th.report-number, .report td.report-number { text-align: end; }
.report thead th.report-number { min-width: 5.5em; }
.report td.report-number { white-space: nowrap; }

.report svg { display: block; width: 100%; height: auto; }
.report .chart-wide { max-width: 60rem; }
.report .chart-narrow { display: none; max-width: 30rem; }
@container (max-width: 40rem) {
  .report .chart-wide { display: none; }
  .report .chart-narrow { display: block; }
}
.report svg text { font: 12px system-ui, -apple-system, "Segoe UI", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
  fill: var(--report-ink); }
.report svg .label, .report svg .value, .report svg .point-label { paint-order: stroke; stroke: var(--report-paper); stroke-width: 3px;
  stroke-linejoin: round; }
.report svg .tick { font-size: 11px; fill: var(--report-quiet); font-variant-numeric: tabular-nums; }
.report svg .value { font-variant-numeric: tabular-nums; fill: var(--report-quiet); }
.report svg .point-label { font-size: 11px; }
.report svg .grid { stroke: var(--report-line); }
.report svg .zero { stroke: var(--report-edge); }
.report svg .lead { stroke: var(--report-edge); stroke-width: .75; }
.report svg .change { stroke: var(--report-edge); stroke-width: 1.25; }
.report svg .line, .report svg .interval { fill: none; stroke: var(--report-ink); stroke-width: 1.5; }
.report svg .line { stroke-width: 2; stroke-linejoin: round; }
.report svg .mark { stroke: var(--report-paper); stroke-width: 1; }
.report svg .series-1 { --report-series: var(--report-series-1); }
.report svg .series-2 { --report-series: var(--report-series-2); }
.report svg .series-3 { --report-series: var(--report-series-3); }
.report svg .mark, .report svg .bar { fill: var(--report-series); }
.report svg .area { fill: var(--report-series); opacity: .18; }
.report svg .line[class*="series"], .report svg .interval[class*="series"] { stroke: var(--report-series); }
.report svg .line.series-2 { stroke-dasharray: 7 3; }
.report svg .line.series-3 { stroke-dasharray: 2 3; }
.report svg .fit { stroke: var(--report-edge); stroke-dasharray: 4 4; stroke-width: 1.25; }

@media print {
  .report { color-scheme: light; }
  .report-section { break-inside: avoid-page; }
  .report-scroll { max-height: none; overflow: visible; border: 0; }
  .report-contents { display: none; }
  .report figure, .report tr { break-inside: avoid; }
}
"""

PAGE_STYLE = """\
:root { color-scheme: light dark; font: 100%/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
  sans-serif; background: light-dark(#ffffff, #14191b); }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
@media print { :root { color-scheme: light; font-size: 80%; } main { padding: 0; } }
"""
"""What a page of its own needs besides."""
