import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { exactTime, shortTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { StoryState } from "#ui/admin/story-state.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Notification, NotificationSettings } from "../endpoints.ts";
import { CHANNELS, type Channel, KIND_NAMES, KINDS, notifiedUrl, type Timing, titleOf, wordsOf } from "../rules.ts";
import {
  chooseChannel,
  notificationSettings,
  notifications,
  notificationsChanged,
  ownNotifications,
  unreadNotifications,
} from "./notification-bell.tsx";

const CHANNEL_WORDS: Record<Channel, string> = { in_product: "In the app", by_mail: "By mail" };

/** A switch for each kind of notification, in the product and by mail. */
function NotificationChoices() {
  const id = useId();
  const site = useSite();
  const { data, isError, refetch } = useApi(notificationSettings());
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-12 max-w-2xl border-t border-rule pt-6">
      <h2 id={`${id}-heading`} className="headline-sm mb-3 font-semibold">
        Notification settings
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">
        Your articles are those you created or are an author of. Your newsletter issues are those you wrote or saved
        last. Only you see these settings.
        {!site.sendsMail && " This site cannot send mail."}
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load your notification settings.</FailedNote>
      ) : data ? (
        <>
          <MailTiming mail={data.mail} />
          <ChoiceTable id={id} kinds={data.kinds} />
        </>
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </section>
  );
}

const TIMING_OPTIONS: { value: Timing; label: string }[] = [
  { value: "now", label: "Immediately" },
  { value: "daily", label: "In one mail a day" },
  { value: "off", label: "Not by mail" },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** When mails are sent; which kinds have some is in the table below. Stored immediately. */
function MailTiming({ mail: { timing, hour } }: { mail: NotificationSettings["mail"] }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const zone = useNewsroomZone();
  const { isBusy, run } = useCall();
  const choose = (mail: Partial<NotificationSettings["mail"]>) =>
    void run(
      async () => {
        const { body } = await notifications.send(api, "PUT /notifications/settings", {
          body: { mail },
          outlivesPage: true,
        });
        client.setQueryData<NotificationSettings>(
          notificationSettings().queryKey,
          (before) => before && { ...before, mail: body.mail },
        );
      },
      { title: "Not saved", fallback: "Could not save your notification settings" },
    );
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <Select
        label="Mails"
        className="w-56"
        disabled={isBusy}
        value={timing}
        options={TIMING_OPTIONS}
        onChange={(value) => choose({ timing: value as Timing })}
      />
      {timing === "daily" && (
        <Select
          label={zone === null ? "Hour" : `Hour in ${zone.replaceAll("_", " ")}`}
          className="w-56"
          disabled={isBusy}
          value={String(hour)}
          options={HOURS}
          onChange={(value) => choose({ hour: Number(value) })}
        />
      )}
    </div>
  );
}

function ChoiceTable({ id, kinds }: { id: string; kinds: NotificationSettings["kinds"] }) {
  return (
    <table aria-labelledby={`${id}-heading`} className="w-full text-[0.9375rem]">
      <thead>
        <tr className="border-b border-rule text-sm">
          <th scope="col" className="py-2 text-left font-semibold">
            When
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} id={`${id}-${channel}`} scope="col" className="w-22 px-1 py-2 font-semibold sm:w-32">
              {CHANNEL_WORDS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KIND_NAMES.map((kind) => (
          <tr key={kind} className="border-b border-rule">
            <th id={`${id}-${kind}`} scope="row" className="py-2 pr-2 text-left font-normal">
              {KINDS[kind].label}
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className="text-center">
                <ChoiceSwitch
                  kind={kind}
                  channel={channel}
                  labelledBy={`${id}-${kind} ${id}-${channel}`}
                  isOn={kinds[kind][channel]}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SwitchProps = { kind: Notification["kind"]; channel: Channel; labelledBy: string; isOn: boolean };

/** Stored immediately, with a request of its own, so that several can be changed in a row. */
function ChoiceSwitch({ kind, channel, labelledBy, isOn }: SwitchProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  const [wanted, setWanted] = useState(isOn);
  const choose = (on: boolean) => {
    setWanted(on);
    void run(
      async () => {
        const { kinds } = await chooseChannel(api, { kind, channel, on });
        // Only this switch: the response of a later change may have arrived first.
        client.setQueryData<NotificationSettings>(
          notificationSettings().queryKey,
          (before) =>
            before && {
              ...before,
              kinds: { ...before.kinds, [kind]: { ...before.kinds[kind], [channel]: kinds[kind][channel] } },
            },
        );
      },
      { title: "Not saved", fallback: "Could not save your notification settings" },
    );
  };
  return (
    <span className="inline-flex size-11 items-center justify-center">
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={labelledBy}
        aria-checked={isBusy ? wanted : isOn}
        aria-busy={isBusy}
        checked={isBusy ? wanted : isOn}
        onChange={({ target }) => !isBusy && choose(target.checked)}
        className="size-5 accent-accent-fill"
      />
    </span>
  );
}

const EMPTY = "No notifications yet. You will see review requests and changes to your articles here.";

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
    <section aria-label="Your notifications">
      <ScreenHead ref={heading} title="Notifications">
        {unread?.newest && (
          <AdminButton isBusy={isBusy} onClick={() => readAll(unread.newest ?? "")}>
            Mark all as read
          </AdminButton>
        )}
      </ScreenHead>
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
            label={`Mark as read: ${wordsOf(notification)[0]} ${titleOf(notification.document.type, notification.document.title)}`}
            onClick={() => read(notification, false)}
          >
            <Icon icon={Check} size={17} />
          </AdminIconButton>
        </RowActions>
      ),
  },
];

function What({ notification, read }: { notification: Notification; read: Read }) {
  const { document, is_read, story } = notification;
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
        to={notifiedUrl(document)}
        onClick={() => !is_read && read(notification, true)}
        className="underline underline-offset-4 hover:text-accent"
      >
        {titleOf(document.type, document.title)}
      </Link>
      {after && ` ${after}`}
      {story && (
        <StoryState
          story={story}
          {...(document.type !== "idea" && { type: document.type })}
          className="mt-1 w-full text-sm"
        />
      )}
    </span>
  );
}

/** Marks notifications as read. `onRead`: the focused button is gone. */
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
    // Following the link means reading it; a failure to mark it needs no message.
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
