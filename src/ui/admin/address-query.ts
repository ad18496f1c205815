import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Sets query parameters, and removes empty ones; `replace` adds no history entry. */
type ChangeAddress = (change: Record<string, string>, how?: { replace: boolean }) => void;

/**
 * The query string and a setter. A change starts from the current address: React Router's own setter starts from the
 * one rendered last, so the second of two quick changes would undo the first.
 */
export function useAddressQuery(): [search: URLSearchParams, change: ChangeAddress] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (change, how) => setSearch(withChange(currentQuery(), change), how),
    [setSearch],
  );
  return [search, change];
}

/** The address's query at this moment, which may be ahead of the one rendered last. */
export const currentQuery = () => new URLSearchParams(window.location.search);

/** The query string with a changed filter, back on the first page. */
export function withChange(search: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!("page" in change)) next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  if (next.get("page") === "1") next.delete("page");
  return next;
}

/** The search text in the address, cut to what the server accepts. What it returns stays as it is when given again. */
export function searchedFor(given: string | null, longest: number): string | undefined {
  // The cut may leave a space at the end.
  return given?.trim().slice(0, longest).trimEnd().toWellFormed() || undefined;
}

/** A parameter if its value is known; unknown values do not filter a list: the server would refuse them. */
export function knownOf<Value extends string>(known: readonly Value[], given: string | null) {
  return known.find((value): value is Exclude<Value, ""> => value !== "" && value === given);
}
