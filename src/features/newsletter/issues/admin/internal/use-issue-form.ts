import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { rowOf } from "#features/documents/room/admin/room-session.ts";
import { type RoomProps, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useApi } from "#shared/use-api.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue } from "../../endpoints.ts";
import { oneIssue } from "../calls.ts";
import { ISSUE_TYPE, type IssueValues, saveIssue } from "../issue-type.ts";
import { isMoving, LIVE_INTERVAL_MS } from "../issue-words.ts";

type Props = RoomProps<Issue, IssueValues> & { editor: RefObject<RichTextHandle | null> };

/** The form of an issue's room, and the current issue, which the server may change too. */
export function useIssueForm(props: Props) {
  const client = useQueryClient();
  const show = useToast();
  const [id, setId] = useState(rowOf<Issue>(props.opening.session.base)?.id ?? null);
  const now = useStored(id);
  const form = useRoomForm<Issue, IssueValues>(ISSUE_TYPE, {
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
    // The working copy of a scheduled issue is not what is sent.
    if (cached && base.has_draft) return;
    if (!cached || cached.version < base.version) client.setQueryData(queryKey, base);
  }, [client, base]);
  const etag = now && now.started_at === null ? now.etag : null;
  useEffect(() => {
    if (etag !== null) session.notice(etag);
  }, [session, etag]);
  // The issue may have been deleted although the query still has it.
  const issue = base && (now ?? base);
  return {
    form,
    issue,
    /** Stores unsaved changes and returns the issue; shows an error and returns null if that fails. */
    async current(): Promise<Issue | null> {
      if (base) await form.flush();
      const { version } = form.latest();
      if (version && !session.isUnsaved) return { ...version.row };
      if (!base || base.state === "draft") return form.save({ staysOpen: true });
      // Saving would change the scheduled issue without being asked to.
      show({
        title: "Not saved",
        description: "Your latest changes could not be saved first.",
        variant: "destructive",
      });
      return null;
    },
  };
}

/** The stored issue, polled while the server changes it. */
function useStored(id: number | null): Issue | null {
  const { data } = useApi(oneIssue(id ?? 0), {
    enabled: id !== null,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_INTERVAL_MS : false),
  });
  return data ?? null;
}
