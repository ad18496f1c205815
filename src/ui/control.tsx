/** The classes of a text control. */
export const CONTROL =
  "corner block w-full border border-faint bg-paper px-3.5 py-2.5 text-base text-ink placeholder:text-faint disabled:opacity-60 aria-invalid:border-down";

/** A honeypot: people neither see nor reach this field, and browsers leave it empty; bots fill it in. */
export const TrapField = () => <input name="website" hidden aria-hidden="true" tabIndex={-1} autoComplete="off" />;

/** Returns the focus that a form lost by disabling its controls, unless the user moved it. Call it after enabling them. */
export function returnFocus(control: HTMLInputElement | null): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || control?.form?.contains(activeElement);
  if (isLost) control?.focus({ preventScroll: true });
}
