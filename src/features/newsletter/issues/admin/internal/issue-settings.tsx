import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { type Versions, VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import { RenderedContent, TextChanges } from "#features/documents/room/admin/content-sides.tsx";
import { useDiscard, useRestoreVersion } from "#features/documents/room/admin/document-actions.tsx";
import type { Finding } from "#features/documents/room/admin/remote-checks.tsx";
import { RoomReview } from "#features/documents/room/admin/room-review.tsx";
import { SettingsPanel } from "#features/documents/room/admin/settings-panel.tsx";
import { type Checks, useRoomChecks } from "#features/documents/room/admin/text-checks.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { NoMailNote } from "#features/mail/admin/outbox-section.tsx";
import { wholeBody, withArticles } from "#features/newsletter/issues/whole-body.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { differing } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue, WholeIssueRevision } from "../../endpoints.ts";
import {
  issueChanged,
  issues,
  namedRevisionsOf,
  nameRevision,
  oneRevision,
  restoreRevision,
  revisionCalls,
  revisionsOf,
} from "../calls.ts";
import { MailSize, PostalNote } from "../issue-dialogs.tsx";
import type { IssueForm, IssueValues } from "../issue-type.ts";

type Props = {
  form: IssueForm;
  account: string;
  editor: RefObject<RichTextHandle | null>;
  issue: Issue | null;
  onDiscarded: (discarded: Discarded) => void;
};

/** What sending an issue depends on, and what fills it. */
export function IssueSettings({ form, account, editor, issue, onDiscarded }: Props) {
  const fillIn = useFillIn(form, editor);
  const discarding = useDiscard({ form, account, onDiscarded });
  return (
    <SettingsPanel title="Before sending">
      <div className="space-y-6">
        <NoMailNote />
        <PostalNote />
        {/* Fetched again for each version. */}
        {issue && <MailSize key={form.base?.etag} id={issue.id} />}
        <div className="flex flex-wrap gap-2">
          <AdminButton disabled={form.isBusy} onClick={() => void fillIn()}>
            Fill with the best of the week
          </AdminButton>
        </div>
        <RoomReview form={form} />
        {(form.isUnsaved || form.base?.has_draft) && (
          <AdminButton variant="quiet" isBusy={discarding.isBusy} onClick={discarding.discard}>
            Discard changes
          </AdminButton>
        )}
      </div>
    </SettingsPanel>
  );
}

const STYLED = { text: "body", headlines: ["subject", "preview"] } as const;

/** The checks of an issue: what it lacks, which blocks sending only without a text, and those of its text. */
export function useIssueChecks(form: Pick<IssueForm, "values" | "change">, editor: Props["editor"]): Checks {
  const { findings, ...checks } = useRoomChecks(form, STYLED, editor);
  const { body, preview } = form.values;
  const lacking: Finding[] = [
    ...(body === "" ? [{ words: "It does not have a text or an article yet", place: { field: "body" } }] : []),
    ...(preview.trim() === ""
      ? [{ words: "No preview text: inboxes show the start of the text", place: { field: "preview" } }]
      : []),
  ];
  return { ...checks, findings: [...lacking, ...findings] };
}

export function IssueVersions({ id, form, onClose }: { id: number; form: IssueForm; onClose: () => void }) {
  return <VersionsDialog of={useIssueVersions(id, form, onClose)} onClose={onClose} />;
}

/** Fills in the best of the week; existing texts are kept, and the articles follow them. */
function useFillIn({ run, current, change }: IssueForm, editor: Props["editor"]) {
  const api = useEditorApi();
  const show = useToast();
  return () =>
    run(
      async () => {
        const { body: best } = await issues.send(api, "GET /newsletter/issues/best-of-the-week");
        const { subject, preview, body } = current().values;
        change({
          subject: subject.trim() || best.subject,
          preview: preview.trim() || best.preview,
        });
        // The editor manages its text and notifies the form.
        editor.current?.replace(body === "" ? wholeBody(best) : withArticles(body, best.article_ids));
        show({ title: "Best of the week added" });
      },
      { title: "Error filling in", fallback: "Could not fetch the best of the week" },
    );
}

/** The versions of an issue. Restoring one closes the dialog; the text before it stays a version. */
function useIssueVersions(id: number, form: IssueForm, onClose: () => void): Versions<WholeIssueRevision> {
  const api = useEditorApi();
  const client = useQueryClient();
  const restoring = useRestoreVersion(
    form,
    async (before, n) => {
      const restored = await restoreRevision(api, before, n);
      issueChanged(client, restored.row);
      return restored;
    },
    onClose,
  );
  return {
    list: revisionsOf(id),
    named: namedRevisionsOf(id),
    one: (n) => oneRevision(id, n),
    name: async (n, note) => {
      await nameRevision(api, id, n, note);
      await client.invalidateQueries(revisionCalls(id));
    },
    Changes: IssueChanges,
    restoring,
  };
}

const saysOf = (version: WholeIssueRevision): IssueValues => ({
  subject: version.subject,
  preview: version.preview,
  body: wholeBody(version),
});

type ChangesProps = {
  /** Null for the first version. */
  before: WholeIssueRevision | null;
  after: WholeIssueRevision;
  isMarked: boolean;
};

/** A version of an issue, with the changes since another version marked in its text. */
export function IssueChanges({ before, after, isMarked }: ChangesProps) {
  const right = saysOf(after);
  const left = before && isMarked ? saysOf(before) : right;
  return (
    <div className="revision-changes space-y-5">
      {isMarked && before && differing(left, right).length === 0 && <p>No differences.</p>}
      <article aria-label="The version" className="border border-rule px-4 py-5 sm:px-6">
        <h3 className="headline-lg wrap-anywhere">
          <TextChanges before={left.subject} after={right.subject} />
        </h3>
        <p className="mt-2 text-muted wrap-anywhere">
          <TextChanges before={left.preview} after={right.preview} />
        </p>
        <div className="mt-5">
          <RenderedContent before={left.body} after={right.body} />
        </div>
      </article>
    </div>
  );
}
