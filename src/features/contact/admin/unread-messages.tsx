import { useEffect } from "react";
import { useLocation } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { unreadMessages } from "./calls.ts";

/** Polling interval while the tab is visible, in milliseconds. */
const INTERVAL_MS = 60_000;
/** Higher counts are shown as "99+". */
const MAX_SHOWN = 99;

/** The number of unread messages, for the end of a link; nothing if there are none. */
export function UnreadMessages() {
  const api = useEditorApi();
  const { pathname } = useLocation();
  // Not while the login screen is in front.
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const { data, refetch } = useApi(unreadMessages(), { refetchInterval });
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches after navigation
  useEffect(() => void refetch(), [pathname, refetch]);
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <>
      <span className="sr-only">{`, ${count} unread ${count === 1 ? "message" : "messages"}`}</span>
      <span
        aria-hidden="true"
        className="ml-1.5 min-w-4.5 rounded-full bg-accent-fill px-1 text-center text-[0.6875rem] leading-4.5 font-bold text-white tabular-nums"
      >
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </span>
    </>
  );
}
