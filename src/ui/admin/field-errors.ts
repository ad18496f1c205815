import { type RefObject, useEffect, useRef } from "react";

export type FieldErrors = Record<string, string>;

/** Focuses the first invalid field when a new error appears, not when errors disappear. */
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

/** Removes the errors of changed fields and of their parts, such as `links.0.url`. Returns the same object if nothing is removed. */
export function errorsAfter(errors: FieldErrors, change: object): FieldErrors {
  const isChanged = (name: string) => name in change || (name.split(".")[0] ?? name) in change;
  const left = Object.entries(errors).filter(([name]) => !isChanged(name));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}
