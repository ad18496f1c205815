import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { OwnSession } from "../../schema.ts";
import { credentials, ownSessions } from "../calls.ts";

/** One's own sessions, each with where and when it is used, to be ended singly or all but this one. */
export function SessionList() {
  const api = useEditorApi();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(ownSessions(), { refetchOnMount: "always" });
  const left = (isLeft: (session: OwnSession) => boolean) => {
    heading.current?.focus();
    client.setQueryData<OwnSession[]>(ownSessions().queryKey, (sessions) => sessions?.filter(isLeft));
  };
  const one = useDeletion<OwnSession>({
    words: {
      ...{ title: "End this session?", confirm: "End Session", busy: "Ending..." },
      deleted: "Session ended",
      failed: "The session was not ended",
      fallback: "Please try again.",
    },
    consequence: ({ device, origin }) =>
      `${device}${origin && `, network ${origin}`}: whoever uses it is logged out at once. What was not saved there is kept in its browser.`,
    call: ({ id }) => credentials.send(api, "DELETE /accounts/sessions/:id", { params: { id } }),
    onDeleted: ({ id }) => left((session) => session.id !== id),
  });
  const others = useDeletion<number>({
    words: {
      ...{ title: "End all other sessions?", confirm: "End All Others", busy: "Ending..." },
      deleted: "All other sessions ended",
      failed: "The sessions were not ended",
      fallback: "Please try again.",
    },
    consequence: (count) =>
      `${count === 1 ? "One other session is" : `${count} other sessions are`} logged out at once. This one goes on.`,
    call: () => credentials.send(api, "DELETE /accounts/sessions"),
    onDeleted: () => left(({ is_current }) => is_current),
  });
  const otherCount = data?.filter(({ is_current }) => !is_current).length ?? 0;
  return (
    <section aria-label="Sessions">
      <PanelHeading ref={heading} title="Sessions">
        {otherCount > 0 && <AdminButton onClick={() => others.ask(otherCount)}>End All Others</AdminButton>}
      </PanelHeading>
      <p className="mb-5 max-w-2xl text-[0.9375rem] text-muted">
        Where you are logged in. A session ends after 14 days without use, and after 90 days at most. Is one not yours?
        End it, and change your password.
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the sessions.</FailedNote>
      ) : (
        <DataTable
          caption="Sessions"
          columns={columnsWith(one.ask)}
          rows={data?.toSorted((left, right) => Number(right.is_current) - Number(left.is_current))}
          rowKey={({ id }) => id}
          skeletonRows={2}
          loading="Loading the sessions..."
        />
      )}
      {one.question}
      {others.question}
    </section>
  );
}

const columnsWith = (onEnd: (session: OwnSession) => void): Column<OwnSession>[] => [
  {
    label: "Device",
    card: "title",
    cell: ({ device, is_current }) => (
      <span className="wrap-anywhere">
        {device}
        {is_current && <strong className="ml-2 whitespace-nowrap text-up">This session</strong>}
      </span>
    ),
  },
  { label: "Network", cell: ({ origin }) => origin || "Unknown" },
  { label: "Logged in", cell: ({ started }) => <RelativeDate date={started} /> },
  { label: "Last used", cell: ({ last_used }) => <RelativeDate date={last_used} /> },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (session) =>
      session.is_current ? null : (
        <AdminButton
          className="as-rows:-my-1.5"
          aria-label={`End the session of ${session.device}${session.origin && `, ${session.origin}`}`}
          onClick={() => onEnd(session)}
        >
          End
        </AdminButton>
      ),
  },
];
