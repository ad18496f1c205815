/** Returns the focus that a form lost by disabling its controls, unless the user moved it. Call it after enabling them. */
export function returnFocus(control: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || control?.form?.contains(activeElement);
  if (isLost) control?.focus({ preventScroll: true });
}
