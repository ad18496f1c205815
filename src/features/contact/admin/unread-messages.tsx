import { useEffect } from "react";
import { useLocation } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { unreadMessages } from "./calls.ts";

/** How often the count is asked for while the tab is visible, in milliseconds. */
const INTERVAL_MS = 60_000;
/** A higher count says no more than that there are many. */
const MAX_SHOWN = 99;

/** How many messages are unread, for the end of a link; nothing if there are none. */
export function UnreadMessages() {
  const api = useEditorApi();
  const { pathname } = useLocation();
  // Not while the login screen is in front.
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const { data, refetch } = useApi(unreadMessages(), { refetchInterval });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what it is asked again for
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
