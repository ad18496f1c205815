import type { QueryClient } from "@tanstack/react-query";
import { Bell } from "lucide";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { callsUnder } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Icon } from "#ui/icon.tsx";
import type { Notification, NotificationEndpoints, NotificationSettings } from "../endpoints.ts";
import type { Channel } from "../rules.ts";

export const notifications = editorClientOf<NotificationEndpoints>();

export const ownNotifications = notifications.list("GET /notifications");

export const unreadNotifications = () => notifications.query("GET /notifications/unread");

export const notificationSettings = () => notifications.query("GET /notifications/settings");

/** Changes one switch, and leaves the others unchanged. Completes even if the user leaves the page. */
export async function chooseChannel(
  api: EditorApi,
  { kind, channel, on }: { kind: Notification["kind"]; channel: Channel; on: boolean },
): Promise<NotificationSettings> {
  const body = { kinds: { [kind]: { [channel]: on } } };
  return (await notifications.send(api, "PUT /notifications/settings", { body, outlivesPage: true })).body;
}

export function notificationsChanged(client: QueryClient): void {
  const [list, unread] = [notifications.url("GET /notifications"), notifications.url("GET /notifications/unread")];
  void client.invalidateQueries(callsUnder(`${list}?`, unread));
}

/** How often the count is polled while the tab is visible, in milliseconds. */
const INTERVAL_MS = 60_000;
/** A higher count only means that there are many. */
const MAX_SHOWN = 99;

/** Links to the notifications, with the number of unread ones. Refreshed on every navigation. */
export function NotificationBell() {
  const api = useEditorApi();
  const { pathname } = useLocation();
  // Not while the login screen is shown, nor in a hidden tab.
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const { data, refetch } = useApi(unreadNotifications(), { refetchInterval });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what it is asked again for
  useEffect(() => void refetch(), [pathname, refetch]);
  const count = data?.count ?? 0;
  const label = count === 0 ? "Notifications" : `Notifications, ${count} unread`;
  return (
    <Link
      to={adminUrl.notifications()}
      aria-label={label}
      title={label}
      aria-current={pathname === adminUrl.notifications() ? "page" : undefined}
      className="relative inline-flex size-9 shrink-0 items-center justify-center text-muted hover:bg-surface hover:text-ink aria-[current=page]:text-ink pointer-coarse:size-11"
    >
      <Icon icon={Bell} size={19} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-1/2 min-w-4.5 rounded-full bg-accent-fill px-1 text-center text-[0.6875rem] leading-4.5 font-bold text-white tabular-nums"
        >
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}
