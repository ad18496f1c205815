import { type RefObject, useState } from "react";
import { RemoteChecks } from "#features/documents/desk/admin/remote-checks.tsx";
import { VersionsDialog } from "#features/documents/desk/admin/versions-dialog.tsx";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { NoMailNote } from "#features/mail/admin/no-mail-note.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Issue } from "../../schema.ts";
import { bestOfTheWeek } from "../calls.ts";
import type { IssueEditForm } from "../issue-kind.ts";
import { type IssueValues, wholeBody, withArticles } from "../issue-values.ts";
import { MailSize } from "../mail-size.tsx";
import { PostalNote } from "../postal-note.tsx";
import { StepButton } from "../step-button.tsx";
import { TestDialog } from "../test-dialog.tsx";
import { useDeleteIssue } from "../use-delete-issue.tsx";
import { OutsideForm } from "./outside-form.tsx";
import { useIssueVersions } from "./use-issue-versions.ts";

type Props = {
  form: IssueEditForm;
  editor: RefObject<RichTextHandle | null>;
  issue: Issue | null;
  current: () => Promise<Issue | null>;
  onGone: () => void;
  onDiscarded: (draft: UnsavedDraft<IssueValues>) => void;
};

/** What an issue still lacks, and what can be done with it besides writing and sending. */
export function IssueSettings({ form, editor, issue, current, onGone, onDiscarded }: Props) {
  const [tested, setTested] = useState<Issue | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const deleting = useDeleteIssue(onGone);
  const fillIn = useFillIn(form, editor);
  const test = async () => setTested(await current());
  return (
    <section aria-labelledby="issue-settings" tabIndex={-1} className="room-settings space-y-6">
      <h2 id="issue-settings" className="text-sm font-bold">
        Before it is sent
      </h2>
      <NoMailNote />
      <PostalNote />
      <Lacking values={form.values} />
      <RemoteChecks text={form.values.body} editor={editor} />
      {/* Fetched again for each version. */}
      {issue && <MailSize key={issue.version} id={issue.id} />}
      <div className="flex flex-wrap gap-2">
        <AdminButton disabled={form.isBusy} onClick={() => void test()}>
          Send a test
        </AdminButton>
        <AdminButton disabled={form.isBusy} onClick={() => void fillIn()}>
          Fill in best of the week
        </AdminButton>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-rule pt-6 empty:hidden">
        {issue && <StepButton issue={issue} />}
        {issue && <AdminButton onClick={() => setIsComparing(true)}>Versions</AdminButton>}
        {issue && (
          <AdminButton variant="danger" disabled={form.isBusy} onClick={() => deleting.ask(issue)}>
            Delete
          </AdminButton>
        )}
        {/* Last: it comes and goes while one types, and must not move the others. */}
        {form.isUnsaved && (
          <AdminButton variant="quiet" onClick={() => onDiscarded(form.discard())}>
            Discard changes
          </AdminButton>
        )}
      </div>
      <OutsideForm>
        {tested && <TestDialog id={tested.id} onClose={() => setTested(null)} />}
        {issue && isComparing && <Versions id={issue.id} form={form} onClose={() => setIsComparing(false)} />}
        {deleting.question}
      </OutsideForm>
    </section>
  );
}

/** Said quietly, and nothing of it keeps the issue from being sent, but that it says nothing at all. */
function Lacking({ values }: { values: IssueValues }) {
  const lacking = [
    values.body === "" && "It has no text and no article yet.",
    values.preview.trim() === "" && "No preview text: inboxes show how the text begins.",
  ].filter((words) => words !== false);
  if (lacking.length === 0) return null;
  return (
    <ul className="space-y-2 text-[0.9375rem] text-muted">
      {lacking.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

function Versions({ id, form, onClose }: { id: number; form: IssueEditForm; onClose: () => void }) {
  return <VersionsDialog of={useIssueVersions(id, form, onClose)} onClose={onClose} />;
}

/** Fills in the best of the week; existing texts are kept, and the articles follow them. */
function useFillIn({ run, current, change }: IssueEditForm, editor: Props["editor"]) {
  const api = useEditorApi();
  const show = useToast();
  return () =>
    run(
      async () => {
        const best = await bestOfTheWeek(api);
        const { subject, preview, body } = current().values;
        change({
          subject: subject.trim() || best.subject,
          preview: preview.trim() || best.preview,
        });
        // The editor manages its text itself, and tells the form.
        editor.current?.replace(body === "" ? wholeBody(best) : withArticles(body, best.article_ids));
        show({ title: "Best of the week filled in" });
      },
      { title: "Error filling in", fallback: "Could not fetch the best of the week" },
    );
}
