type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** The distance of toasts from the edges of the screen, in pixels. */
const MARGIN = 16;

/** What one needs next: the bar of a form, the buttons of the open dialog, what has the focus. */
const NEEDED = ".form-bar, [role=toolbar], :focus:not(body, main, dialog)";

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Which of some boxes covers the least of what is needed; the first of those that are alike. */
export function clearest(candidates: readonly Box[], needed: readonly Box[]): number {
  const covered = candidates.map((box) => needed.reduce((sum, one) => sum + overlap(box, one), 0));
  return covered.indexOf(Math.min(...covered));
}

/** Where an element is; of a text that is being written, where its caret is. */
function boxOf(element: Element): Box {
  const selection = element instanceof HTMLElement && element.isContentEditable ? getSelection() : null;
  return (selection?.rangeCount ? selection.getRangeAt(0) : element).getBoundingClientRect();
}

/**
 * Places the layer of toasts at the bottom of what can be seen, above a phone's keyboard, or at the top where it would
 * cover what is needed next.
 */
export function placeToasts(layer: HTMLElement): void {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  const { left, right, height: own } = layer.getBoundingClientRect();
  const [below, above] = [window.innerHeight - offsetTop - height + MARGIN, offsetTop + MARGIN];
  const boxAt = (top: number): Box => ({ left, right, top, bottom: top + own });
  const candidates = [boxAt(window.innerHeight - below - own), boxAt(above)];
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const needed = dialog ? dialog.querySelectorAll("button, :focus") : document.querySelectorAll(NEEDED);
  const isBelow = clearest(candidates, [...needed].map(boxOf)) === 0;
  Object.assign(layer.style, isBelow ? { top: "auto", bottom: `${below}px` } : { top: `${above}px`, bottom: "auto" });
}
