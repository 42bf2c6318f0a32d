// How the board looks, apart from its colours. A constructed sheet: nothing to load, and no policy forbids it.

export const STYLE = new CSSStyleSheet();

STYLE.replaceSync(`
:host { display: block; position: relative; font: 500 15px/1.25 var(--tavl-font, system-ui, sans-serif); }
:host([hidden]) { display: none; }
[hidden], .none { display: none !important; }
.probe { position: fixed; top: 0; width: 0; height: var(--tavl-max-height, 100dvh); visibility: hidden;
  pointer-events: none; }
.log { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.stage { position: relative; border-radius: calc(var(--unit) * 0.16);
  box-shadow: 0 calc(var(--unit) * 0.1) calc(var(--unit) * 0.4) rgb(0 0 0 / calc(0.3 * var(--tavl-depth)));
  color: var(--tavl-text); margin-inline: auto; user-select: none; -webkit-user-select: none;
  -webkit-touch-callout: none;
  touch-action: manipulation; }
svg { display: block; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
text { text-anchor: middle; dominant-baseline: central; font-family: inherit; }

.frame { fill: var(--tavl-frame); }
.frame-shine { fill: none; stroke: #fff; stroke-opacity: calc(0.14 * var(--tavl-depth)); stroke-width: 2; }
.field { fill: var(--tavl-field); }
.bar { fill: var(--tavl-bar); }
.hinge { fill: #000; opacity: calc(0.28 * var(--tavl-depth)); }
.tray { fill: var(--tavl-tray); }
.lip { fill: none; stroke: var(--tavl-lip); stroke-width: 2.5; }
.inlay { fill: none; stroke: var(--tavl-ink); stroke-opacity: calc(0.22 * var(--tavl-depth)); stroke-width: 1.2; }
.grain { fill: none; stroke-width: 1.2; opacity: calc(0.15 * var(--tavl-grain)); }
.grain.dark { stroke: #1d0d04; }
.grain.light { stroke: #ffe9c4; opacity: calc(0.1 * var(--tavl-grain)); }
.grain.field-grain { opacity: calc(0.11 * var(--tavl-grain)); }
.point { stroke: var(--tavl-lip); stroke-opacity: 0.35; stroke-width: 1.5; stroke-linejoin: round; }
.point.odd { fill: var(--tavl-odd); }
.point.even { fill: var(--tavl-even); }
.number { fill: var(--tavl-ink); font-size: 24px; font-weight: 600; font-variant-numeric: tabular-nums; }
[fill="url(#vignette)"], [fill^="url(#inset"], [fill^="url(#bar"], .shadow,
  .die-shadow { opacity: var(--tavl-depth); }

.light-high { stop-color: color-mix(in oklab, var(--tavl-light), #fff calc(55% * var(--tavl-depth))); }
.light-mid { stop-color: var(--tavl-light); }
.light-low { stop-color: color-mix(in oklab, var(--tavl-light),
  var(--tavl-light-rim) calc(50% * var(--tavl-depth))); }
.dark-high { stop-color: color-mix(in oklab, var(--tavl-dark), #fff calc(26% * var(--tavl-depth))); }
.dark-mid { stop-color: var(--tavl-dark); }
.dark-low { stop-color: color-mix(in oklab, var(--tavl-dark), var(--tavl-dark-rim) calc(80% * var(--tavl-depth))); }
.cube-high { stop-color: color-mix(in oklab, var(--tavl-cube), #fff 45%); }
.cube-low { stop-color: var(--tavl-cube); }

.checker .body { stroke-width: 2; }
.checker .groove { fill: none; stroke-width: 2.5; stroke-opacity: 0.55; }
.checker.light :is(.body, .groove, .edge) { stroke: var(--tavl-light-rim); }
.checker.dark :is(.body, .groove, .edge) { stroke: var(--tavl-dark-rim); }
.checker.light .body { stroke: var(--tavl-light-edge); }
.checker.dark .body { stroke: var(--tavl-dark-edge); }
.checker.light .count { fill: var(--tavl-light-ink); }
.checker.dark .count { fill: var(--tavl-dark-ink); }
.count { font-size: 40px; font-weight: 700; }
.ring { fill: none; stroke: none; stroke-width: 5; }
.edge { display: none; stroke-width: 1; }
.on-edge .disc { display: none; }
.on-edge .edge { display: block; }
.movable .ring { stroke: var(--tavl-target); stroke-width: 4; }
.fresh .ring { stroke: var(--tavl-last); stroke-width: 4; stroke-opacity: 0.95; }
.picked .ring { stroke: var(--tavl-accent); }
.held .disc { scale: 1.06; }
.left { fill: var(--tavl-last); opacity: 0.75; }
.target { fill: var(--tavl-target); fill-opacity: 0.28; stroke: var(--tavl-target); stroke-width: 4;
  stroke-dasharray: 9 6; }
.halo { fill: none; stroke: var(--tavl-halo); stroke-width: 10; }
.arrow, .arrow-halo { fill: none; stroke-linecap: round; stroke-linejoin: round; pointer-events: none; }
.arrow-halo { stroke: var(--tavl-halo); stroke-width: 20; stroke-opacity: 0.85; }
.arrow { stroke-width: 11; }
.arrow.best { stroke: var(--tavl-arrow-best); }
.arrow.played { stroke: var(--tavl-arrow-played); stroke-dasharray: 20 17; }
.arrow-head.best { fill: var(--tavl-arrow-best); }
.arrow-head.played { fill: var(--tavl-arrow-played); }
.target-point { fill: var(--tavl-target); fill-opacity: 0.34; }

.die-body { stroke-width: 1.5; stroke: #0006; }
.die-shadow { fill: #000; fill-opacity: 0.35; }
.die.light .pip { fill: var(--tavl-light-ink); }
.die.dark .pip { fill: var(--tavl-dark-ink); }
.die.dark .die-body { stroke: var(--tavl-dark-rim); }
.die.light .die-body { stroke: var(--tavl-light-rim); }
.die.used { opacity: 0.42; }
.die.old { opacity: 0.7; }
.cube-body { stroke: #0005; stroke-width: 1.5; }
.cube-line { fill: none; stroke: var(--tavl-cube-ink); stroke-opacity: 0.18; stroke-width: 2; }
.cube-value { fill: var(--tavl-cube-ink); font: 700 38px var(--tavl-cube-font, Georgia, ui-serif, serif); }
.cube.long .cube-value { font-size: 27px; }
.cube.armed .cube-body { stroke: var(--tavl-accent); stroke-width: 6; }

button { font: inherit; }
.over { position: absolute; padding: 0; margin: 0; border: 0; background: none; border-radius: 8px; color: inherit; }
.place { touch-action: pan-x pan-y pinch-zoom; outline-offset: -3px; }
.place.movable, .place.target { cursor: pointer; touch-action: pinch-zoom; }
.dice:enabled, .cube-button:enabled, .corner { cursor: pointer; }
:focus { outline: none; }
:focus-visible { outline: 3px solid var(--tavl-accent); box-shadow: 0 0 0 5px var(--tavl-lip); }
.place:focus-visible { box-shadow: inset 0 0 0 6px var(--tavl-lip); }
.corner { display: grid; place-items: center; color: var(--tavl-ink); opacity: 0.75; }
.corner:hover, .corner:focus-visible { opacity: 1; }
.corner[aria-disabled="true"] { opacity: 0.4; cursor: help; }
.icon { width: min(24px, 55%); height: auto; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linejoin: round; stroke-linecap: round; }

.zone { position: absolute; display: flex; align-items: center; justify-content: center; gap: 10px;
  pointer-events: none; }
.tall .zone { flex-direction: column; }
.zone > * { pointer-events: auto; }
.zone.home:has(.undo, .done, .no_play) { justify-content: space-between; }
.zone.home :is(.done, .no_play) { margin-inline-start: auto; }
.tall .zone.home :is(.done, .no_play) { margin-inline-start: 0; margin-block-start: auto; }
/* Next to the cube; "no" exactly where "double" was, so that pressing twice does nothing. */
.zone.doubling { flex-direction: row-reverse; justify-content: flex-start; }
.mirrored .zone.doubling { flex-direction: row; }
.tall .zone.doubling { flex-direction: column-reverse; }
.zone.doubling :is(.double, .cancel) { width: max(72px, calc(var(--unit) * 1.6)); padding: 0; }
.zone.doubling .double_confirm { padding: 0 8px; } /* the last roll lies beside it */
.tall .zone.doubling :is(.double, .cancel) { width: calc(var(--unit) * 1.6); }
/* The offered cube lies between dropping and taking. */
.zone.away.offered { display: grid; gap: 0; grid-template: "drop cube take" / 1fr calc(var(--unit) * 1.4) 1fr; }
.tall .zone.away.offered { grid-template: "drop" 1fr "cube" calc(var(--unit) * 1.4) "take" 1fr / auto; }
.offered .drop { grid-area: drop; justify-self: end; }
.offered .take { grid-area: take; justify-self: start; }
.tall .offered .drop { justify-self: center; align-self: end; }
.tall .offered .take { justify-self: center; align-self: start; }
.offered .beaver { position: absolute; left: calc(50% + var(--unit) * 0.7); top: calc(50% + max(28px,
  min(var(--unit) * 0.5, 34px))); }
.tall .offered .beaver { left: 50%; translate: -50% 0; top: calc(50% + var(--unit) * 0.7 + max(50px,
  min(var(--unit), 66px))); }
.zone.away.offered .note { position: absolute; bottom: calc(50% + var(--unit) * 0.6); left: 50%;
  translate: -50% 0; width: max-content; max-width: 90%; }
.tall .zone.away.offered .note { max-width: calc(var(--unit) * 6.6);
  bottom: calc(50% + var(--unit) * 0.7 + max(44px, min(var(--unit) * 0.86, 60px)) + 6px); }
.zone.away.panel { flex-wrap: wrap; }
.tall .zone.away.panel { flex-wrap: nowrap; }
.note { margin: 0; padding: 8px 14px; border-radius: 10px; background: var(--tavl-panel);
  color: var(--tavl-text); text-align: center;
  text-wrap: balance; box-shadow: 0 2px 10px #0005; flex-basis: 100%; width: fit-content; }
.tall .note { flex-basis: auto; }

.button { min-width: 52px; min-height: 44px; height: max(44px, min(calc(var(--unit) * 0.86), 60px));
  padding: 0 14px; border-radius: 12px;
  border: 1.5px solid transparent; font-size: clamp(14px, calc(var(--unit) * 0.27), 19px); font-weight: 650;
  cursor: pointer; white-space: nowrap;
  flex: none; transition: filter 120ms, transform 120ms; }
.tall .button { min-width: 64px; padding: 0 8px; }
.button:hover { filter: brightness(1.07); }
.button:active { transform: translateY(1px); }
.primary { background: var(--tavl-accent); color: var(--tavl-accent-ink); box-shadow: 0 2px 8px #0004; }
.plain { background: var(--tavl-panel); color: var(--tavl-text); border-color: color-mix(in oklab,
  var(--tavl-text), transparent 65%); box-shadow: 0 2px 8px #0004; }
.quiet { background: color-mix(in oklab, var(--tavl-panel), transparent 12%); color: var(--tavl-text);
  border-color: color-mix(in oklab, var(--tavl-text), transparent 70%); }
.no_play { padding: 0 7px; font-size: clamp(13px, calc(var(--unit) * 0.23), 17px); } /* beside the dice */
.roll { min-width: calc(var(--unit) * 2); }
.tall .roll { min-width: calc(var(--unit) * 1.6); min-height: calc(var(--unit) * 1.4); }

.strip { display: flex; align-items: center; gap: 10px; height: 44px; margin-inline: auto; padding-inline: 6px;
  box-sizing: border-box;
  font-variant-numeric: tabular-nums; }
.dot { width: 16px; height: 16px; border-radius: 50%; flex: none; border: 1.5px solid;
  box-shadow: 0 0 0 1px color-mix(in oklab, currentcolor, transparent 65%); }
.dot.light { background: var(--tavl-light); border-color: var(--tavl-light-rim); }
.dot.dark { background: var(--tavl-dark); border-color: var(--tavl-dark-rim); }
.turn .dot { outline: 2px solid currentColor; outline-offset: 2px; }
.name { font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tag:not(:empty) { font-size: 13px; padding: 2px 8px; border-radius: 99px; border: 1px solid currentColor; }
.pips { margin-inline-start: auto; white-space: nowrap; }
.score { font-weight: 700; white-space: nowrap; }

@media (prefers-reduced-motion: reduce) { .button { transition: none; } }
@media (forced-colors: active) {
  svg { forced-color-adjust: none; }
  .point, .frame, .bar { stroke: CanvasText; stroke-opacity: 1; stroke-width: 1.5; }
  .dark .body { stroke-width: 3; }
}
`);
