type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** The distance of toasts from the edges of the screen, in pixels. */
const MARGIN = 16;
/** Their distance from what they leave free: a focused field has a ring around it. */
const GAP = 8;

/** What one needs next: the bar of a form, the buttons of the open dialog, what has the focus. */
const NEEDED = ".form-bar, .bulk-bar, [role=toolbar], :focus:not(body, main, dialog)";

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Which of some boxes covers the least of what is needed; the first of those that are alike. */
export function clearest(candidates: readonly Box[], needed: readonly Box[]): number {
  const covered = candidates.map((box) => needed.reduce((sum, one) => sum + overlap(box, one), 0));
  return covered.indexOf(Math.min(...covered));
}

/** The layer, where it could lie, and what can be seen of the page; all in pixels from the top. */
type Room = { own: number; top: number; bottom: number };

/** The tops that a layer could have, the best first: at the bottom, at the top, then right beside what is needed. */
export function topsOf({ own, top, bottom }: Room, needed: readonly Box[]): number[] {
  const [lowest, highest] = [bottom - MARGIN - own, top + MARGIN];
  const beside = needed.flatMap((one) => [one.top - GAP - own, one.bottom + GAP]);
  return [lowest, highest, ...beside.filter((place) => place >= highest && place <= lowest)];
}

/** Where an element is; of a text that is being written, where its caret is. */
function boxOf(element: Element): Box {
  const selection = element instanceof HTMLElement && element.isContentEditable ? getSelection() : null;
  return (selection?.rangeCount ? selection.getRangeAt(0) : element).getBoundingClientRect();
}

/**
 * Places the layer of toasts at the bottom of what can be seen, above a phone's keyboard; where it would cover what is
 * needed next there, at the top, or else between.
 */
export function placeToasts(layer: HTMLElement): void {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  const { left, right, height: own } = layer.getBoundingClientRect();
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const elements = dialog ? dialog.querySelectorAll("button, :focus") : document.querySelectorAll(NEEDED);
  const needed = [...elements].map(boxOf);
  const tops = topsOf({ own, top, bottom: top + height }, needed);
  const place = clearest(
    tops.map((at) => ({ left, right, top: at, bottom: at + own })),
    needed,
  );
  // From its own edge, so that a layer that grows does so away from it.
  const bottom = `${window.innerHeight - top - height + MARGIN}px`;
  Object.assign(layer.style, place === 0 ? { top: "auto", bottom } : { top: `${tops[place]}px`, bottom: "auto" });
}
