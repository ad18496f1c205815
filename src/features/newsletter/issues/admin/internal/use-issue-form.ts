import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useApi } from "#shared/use-api.ts";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import type { LivePart } from "#ui/admin/edit-form/form-work.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { differing } from "#ui/admin/edit-form/values.ts";
import type { Issue } from "../../endpoints.ts";
import { issueChanged, issuesChanged, oneIssue, versioned } from "../calls.ts";
import { ISSUE_KIND, type IssueValues, valuesOf } from "../issue-kind.ts";
import { isMoving, LIVE_INTERVAL_MS } from "../issue-words.ts";

export type OpenIssueProps = {
  account: string;
  /** Null for a new issue. */
  id: number | null;
  /** Unsaved work to continue with. */
  draft: UnsavedDraft<IssueValues> | null;
  guard: Ref<FormGuard>;
  /** The unsaved work that is offered. */
  offers: ReactNode;
  onCreated: (id: number) => void;
  onCancel: () => void;
  /** It was deleted. */
  onGone: () => void;
  /** The changes were discarded, which can be undone. */
  onDiscarded: (draft: UnsavedDraft<IssueValues>) => void;
};

export type IssueRoomProps = Omit<OpenIssueProps, "id" | "draft"> & { beginning: Beginning<Issue, IssueValues> };

type Props = Pick<IssueRoomProps, "account" | "beginning" | "guard" | "onCreated"> & {
  editor: RefObject<RichTextHandle | null>;
};

/** The form of an issue's room: how the issue is stored, by hand and by itself, and what else learns of it. */
export function useIssueForm({ account, beginning, guard, onCreated, editor }: Props) {
  const client = useQueryClient();
  const live = useRef<LivePart<IssueValues>>(null);
  const [id, setId] = useState(beginning.base?.row.id ?? null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const stored = useStored(id);
  const refreshList = useListRefresh();
  const form = useEditForm(ISSUE_KIND, {
    account,
    beginning,
    guard,
    live,
    // What is about to be sent is changed by saving it, never by half a sentence.
    mayAutosave: (stored ?? beginning.base?.row)?.state !== "scheduled",
    newest: stored && stored.started_at === null ? versioned(stored) : null,
    onStored(issue) {
      setId(issue.id);
      setSavedAt(Date.now());
      issueChanged(client, issue);
    },
    onAutosaved(issue) {
      setId(issue.id);
      client.setQueryData(oneIssue(issue.id).queryKey, issue);
      refreshList();
    },
    onDone: () => undefined,
    onCreated: (issue) => onCreated(issue.id),
  });
  // After the form: as both go, it still reads the last words.
  useLiveText(live, editor);
  // The issue being edited may have been deleted, though the query still has it.
  const issue = form.base && (stored ?? form.base);
  return {
    form,
    issue,
    savedAt,
    /** The issue with all that is typed stored, if that can be; errors are shown. */
    async current(): Promise<Issue | null> {
      if (form.base && issue?.state !== "scheduled") await form.flush();
      const { version } = form.latest();
      const isStored = version && differing(valuesOf(version.row), form.current().values).length === 0;
      return isStored ? { ...version.row } : form.save({ staysOpen: true });
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

/** After work has stored itself, everything about issues is refetched once, as the room is left. */
function useListRefresh(): () => void {
  const client = useQueryClient();
  const isDue = useRef(false);
  useEffect(
    () => () => {
      if (isDue.current) issuesChanged(client);
    },
    [client],
  );
  return () => {
    isDue.current = true;
  };
}

/** Lets the form read and replace the editor's current text. */
function useLiveText(live: RefObject<LivePart<IssueValues> | null>, editor: RefObject<RichTextHandle | null>): void {
  useImperativeHandle(live, () => ({
    read: () => (editor.current ? { body: editor.current.html() } : {}),
    // Replacing identical content would lose the caret and the undo history.
    write: (next) => {
      if (next.body !== editor.current?.html()) editor.current?.replace(next.body);
    },
  }));
}
