import type { ComponentProps } from "react";
import { createContext, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, type Location, Route, Routes, useLocation, useNavigate, useSearchParams } from "react-router";
import { pageUrl } from "#shared/urls.ts";
import { PlaceBoundary } from "./place-boundary.tsx";

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

/** Returns the search text of the address, cut to the length that the server accepts. Idempotent. */
export function searchedFor(given: string | null, longest: number): string | undefined {
  // The cut may leave a space at the end.
  return given?.trim().slice(0, longest).trimEnd().toWellFormed() || undefined;
}

/** Returns the parameter if its value is known. Unknown values are ignored, because the server would reject them. */
export function knownOf<Value extends string>(known: readonly Value[], given: string | null) {
  return known.find((value): value is Exclude<Value, ""> => value !== "" && value === given);
}

type Props = {
  isOpen: boolean;
  children: ReactNode;
};

const IsOpen = createContext(true);

/** Whether the current screen is visible. A hidden screen must not change the address, which belongs to the visible one. */
export const useIsOpenPlace = (): boolean => use(IsOpen);

/**
 * One of several screens that the address selects. After the first visit it stays mounted but hidden, so that typed text
 * is not lost. While hidden it sees the address it was left at, so it does not react to another screen's query.
 */
export function KeptPlace({ isOpen, children }: Props) {
  const location = useLocation();
  const isAround = useIsOpenPlace();
  const [own, setOwn] = useState<Location | null>(null);
  if (isOpen && own !== location) setOwn(location);
  const place = useRef<HTMLDivElement>(null);
  // A modal dialog that stays open after the browser's Back would block the other screens.
  useLayoutEffect(() => {
    if (isOpen) return;
    for (const dialog of place.current?.querySelectorAll("dialog[open]") ?? [])
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  }, [isOpen]);
  const shown = isOpen ? location : own;
  return (
    <div ref={place} hidden={!isOpen}>
      {shown && (
        <IsOpen value={isAround && isOpen}>
          <Routes location={shown}>
            <Route path="*" element={<PlaceBoundary>{children}</PlaceBoundary>} />
          </Routes>
        </IsOpen>
      )}
    </div>
  );
}

/** A link to a screen of the admin area, or to a page of the site, which opens in a new tab. */
export function PlaceLink({ to, ...props }: ComponentProps<typeof Link> & { to: string }) {
  if (to.startsWith(pageUrl.admin())) return <Link to={to} {...props} />;
  const { state: _state, ...rest } = props;
  return <a href={to} target="_blank" rel="noopener" {...rest} />;
}

/** Reads the token of a mail's link and removes it from the address, which people share and browsers remember. A reload keeps it. */
export function useLinkToken(path: string): string {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get("token");
  const [token] = useState(() => given ?? (state as { token?: string } | null)?.token ?? "");
  useEffect(() => {
    if (given !== null) void navigate(path, { replace: true, state: { token: given } });
  }, [given, navigate, path]);
  return token;
}
