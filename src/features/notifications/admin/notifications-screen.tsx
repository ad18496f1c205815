import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { exactTime, shortTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { titleOf, wordsOf } from "../rules.ts";
import type { Notification } from "../schema.ts";
import { notifications, notificationsChanged, ownNotifications, unreadNotifications } from "./calls.ts";
import { NotificationChoices } from "./internal/notification-choices.tsx";

const EMPTY =
  "Nothing yet. Here you learn when somebody asks you for a review, or does something with an article of yours.";

/** 'Notifications': what others did that concerns oneself, and the choice of kinds. */
export function NotificationsScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = usePagedList(ownNotifications);
  useFailureToast(list.error, "Error fetching your notifications", "Could not fetch your notifications");
  const unread = useApi(unreadNotifications()).data;
  const { refresh } = list;
  // The count is asked for every minute, and the list where it has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was counted is what it is fetched again for
  useEffect(refresh, [unread?.count, unread?.newest]);
  const { isBusy, read, readAll } = useReading(() => heading.current?.focus());
  return (
    <section aria-label="Your notifications" className="pt-6">
      <PanelHeading ref={heading} title="Notifications">
        {unread?.newest && (
          <AdminButton isBusy={isBusy} onClick={() => readAll(unread.newest ?? "")}>
            Mark all as read
          </AdminButton>
        )}
      </PanelHeading>
      <PagedTable
        list={list}
        noun={{ one: "notification", many: "notifications" }}
        columns={columnsOf(read)}
        rowKey={({ id }) => id}
        empty={EMPTY}
      />
      <NotificationChoices />
    </section>
  );
}

type Read = (notification: Notification, isLeaving: boolean) => void;

const columnsOf = (read: Read): Column<Notification>[] => [
  { label: "What", card: "title", cell: (notification) => <What notification={notification} read={read} /> },
  {
    label: "When",
    className: "tabular-nums as-rows:w-40 as-rows:whitespace-nowrap",
    cell: ({ created }) => (
      <time dateTime={created} title={exactTime(created)}>
        {shortTime(Date.parse(created), Date.now())}
      </time>
    ),
  },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-20",
    cell: (notification) =>
      notification.is_read ? null : (
        <RowActions>
          <AdminIconButton
            label={`Mark as read: ${wordsOf(notification)[0]} ${titleOf(notification.article.title)}`}
            onClick={() => read(notification, false)}
          >
            <Icon icon={Check} size={17} />
          </AdminIconButton>
        </RowActions>
      ),
  },
];

function What({ notification, read }: { notification: Notification; read: Read }) {
  const { article, is_read } = notification;
  const [before, after] = wordsOf(notification);
  return (
    <span className={`min-w-0 wrap-anywhere ${is_read ? "" : "font-semibold"}`}>
      {!is_read && (
        <span className="mr-2 inline-block border border-accent px-1.5 text-xs leading-5 font-semibold text-accent">
          New
        </span>
      )}
      {before}{" "}
      <Link
        to={adminUrl.article(article.id)}
        onClick={() => !is_read && read(notification, true)}
        className="underline underline-offset-4 hover:text-accent"
      >
        {titleOf(article.title)}
      </Link>
      {after && ` ${after}`}
    </span>
  );
}

/** Marks what was read. `onRead`: the button that had the focus is gone. */
function useReading(onRead: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  const done = () => notificationsChanged(client);
  const failure = { title: "Not marked as read", fallback: "Please try again." };
  const read: Read = ({ id }, isLeaving) => {
    const job = async () => {
      await notifications.send(api, "POST /notifications/:id/read", { params: { id } });
      if (!isLeaving) onRead();
      done();
    };
    // Who follows the link has read it; that it could not be marked as read needs no message.
    void (isLeaving ? job().catch(() => undefined) : run(job, failure));
  };
  const readAll = (until: string) =>
    void run(async () => {
      await notifications.send(api, "POST /notifications/read", { body: { until } });
      onRead();
      done();
    }, failure);
  return { isBusy, read, readAll };
}
