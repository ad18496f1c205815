/**
 * Puts the focus where it was before a form disabled its controls, which drops it (to the body, or onto a control that
 * hears no keys). Who has gone elsewhere meanwhile stays there, and the page does not scroll. Call it once the control
 * is enabled again.
 */
export function returnFocus(control: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || control?.form?.contains(activeElement);
  if (isLost) control?.focus({ preventScroll: true });
}
