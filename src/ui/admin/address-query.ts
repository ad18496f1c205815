import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Sets parameters of the address, and takes away those that are empty; `replace` leaves no step for Back to take. */
type ChangeAddress = (change: Record<string, string>, how?: { replace: boolean }) => void;

/**
 * The address's query, and how to change it. A change starts from the address as it stands at that moment: React
 * Router's own setter starts from the one rendered last, so that the second of two quick changes would undo the first.
 */
export function useAddressQuery(): [search: URLSearchParams, change: ChangeAddress] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (change, how) => setSearch(withChange(new URLSearchParams(window.location.search), change), how),
    [setSearch],
  );
  return [search, change];
}

/** The address with a changed filter; another filter begins at its first page. */
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

/** What is searched for, as the address says it; no longer than the server takes. */
export function searchedFor(given: string | null, longest: number): string | undefined {
  return given?.trim().slice(0, longest).toWellFormed() || undefined;
}

/** A value of the address if it is one of these; what nobody knows does not narrow a list: the server would refuse it. */
export function knownOf<Value extends string>(known: readonly Value[], given: string | null) {
  return known.find((value): value is Exclude<Value, ""> => value !== "" && value === given);
}
