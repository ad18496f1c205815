import { type RefObject, useEffect } from "react";

/** What is wrong with the fields of a form, by their names. */
export type FieldErrors = Record<string, string>;

/** Puts the focus on the first wrong field, whenever something is found wrong. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, errors: FieldErrors): void {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}

/** What is left of the errors once the fields of `change` have other values. */
export function errorsAfter(errors: FieldErrors, change: object): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in change)));
}
