/** Returns the focus that a form lost by disabling its controls, unless the user has moved it. Call it once enabled again. */
export function returnFocus(control: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || control?.form?.contains(activeElement);
  if (isLost) control?.focus({ preventScroll: true });
}
