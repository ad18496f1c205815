import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { rowOf } from "#features/documents/room/admin/room-session.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { type RoomProps, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useApi } from "#shared/use-api.ts";
import type { Issue } from "../../endpoints.ts";
import { oneIssue, versioned } from "../calls.ts";
import { ISSUE_TYPE, type IssueValues, saveIssue } from "../issue-type.ts";
import { isMoving, LIVE_INTERVAL_MS } from "../issue-words.ts";

type Props = RoomProps<Issue, IssueValues> & { editor: RefObject<RichTextHandle | null> };

/** The form of an issue's room, and the issue as it is now: its state changes by itself, too. */
export function useIssueForm(props: Props) {
  const client = useQueryClient();
  const [id, setId] = useState(rowOf<Issue>(props.opening.session.base)?.id ?? null);
  const now = useStored(id);
  const live = useRef<Issue | null>(null);
  live.current = now;
  const [type] = useState(
    (): RoomType<Issue, IssueValues> => ({
      ...ISSUE_TYPE,
      // A change of state is no new version.
      storesItself: (issue) => ISSUE_TYPE.storesItself(live.current ?? issue),
    }),
  );
  const form = useRoomForm<Issue, IssueValues>(type, {
    ...props,
    submit: saveIssue,
    onCreated(id) {
      setId(id);
      props.onCreated(id);
    },
  });
  const { base, session } = form;
  useEffect(() => {
    if (!base) return;
    const { queryKey } = oneIssue(base.id);
    const cached = client.getQueryData<Issue>(queryKey);
    if (!cached || cached.version < base.version) client.setQueryData(queryKey, base);
  }, [client, base]);
  const version = now && now.started_at === null ? now.version : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (now && version !== null) session.notice(versioned(now).etag);
  }, [session, version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not store itself may now
  useEffect(() => {
    if (session.isUnsaved) session.change();
  }, [session, now?.state]);
  // The issue being edited may have been deleted, though the query still has it.
  const issue = base && (now ?? base);
  return {
    form,
    issue,
    /** The issue with all that is typed stored, if that can be; errors are shown. */
    async current(): Promise<Issue | null> {
      if (base && issue?.state !== "scheduled") await form.flush();
      const { version } = form.latest();
      return version && !session.isUnsaved ? { ...version.row } : form.save({ staysOpen: true });
    },
  };
}

/** The issue as it is stored now, followed while it changes by itself. */
function useStored(id: number | null): Issue | null {
  const { data } = useApi(oneIssue(id ?? 0), {
    enabled: id !== null,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_INTERVAL_MS : false),
  });
  return data ?? null;
}
