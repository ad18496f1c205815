import { type RefObject, useEffect, useRef } from "react";

/** What is wrong with the fields of a form, by their names. */
export type FieldErrors = Record<string, string>;

/** Puts the focus on the first wrong field, whenever something is found wrong; not when there is only less of it. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, errors: FieldErrors): void {
  const before = useRef<FieldErrors>({});
  useEffect(() => {
    const names = Object.keys(errors);
    const isLess =
      names.length < Object.keys(before.current).length && names.every((name) => errors[name] === before.current[name]);
    before.current = errors;
    if (names.length > 0 && !isLess) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}

/** What is left of the errors once the fields of `change` have other values; the same object where all of it is. */
export function errorsAfter(errors: FieldErrors, change: object): FieldErrors {
  const left = Object.entries(errors).filter(([name]) => !(name in change));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
