import { type RefObject, useEffect, useRef } from "react";

export type FieldErrors = Record<string, string>;

/** Focuses the first invalid field whenever a new error appears; not when errors only disappear. */
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

/** The errors that remain after the fields of `change` have changed; the same object if all of them do. */
export function errorsAfter(errors: FieldErrors, change: object): FieldErrors {
  const left = Object.entries(errors).filter(([name]) => !(name in change));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
