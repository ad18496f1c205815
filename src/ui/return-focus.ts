/**
 * Restores the focus after a form has disabled its controls, which drops it (to the body, or onto a control that gets
 * no key events). If the user has moved it elsewhere in the meantime it stays there, and the page does not scroll. Call
 * it once the control is enabled again.
 */
export function returnFocus(control: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || control?.form?.contains(activeElement);
  if (isLost) control?.focus({ preventScroll: true });
}
