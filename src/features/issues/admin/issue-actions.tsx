import { useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Issue } from "../schema.ts";
import type { IssueEditForm } from "./issue-kind.ts";
import { MailPreview } from "./mail-preview.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { StepButton } from "./step-button.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { useDeleteIssue } from "./use-delete-issue.tsx";

type Props = { issue: Issue | null; form: IssueEditForm; onGone: () => void };
type Opened = { what: "preview" | "test" | "send"; issue: Issue } | null;

/** The actions on an issue before it is sent. Each works on the saved version: unsaved changes are saved first. */
export function IssueActions({ issue, form, onGone }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const deleting = useDeleteIssue(onGone);
  const close = () => setOpened(null);
  async function open(what: NonNullable<Opened>["what"]) {
    const saved = issue && !form.isUnsaved ? issue : await form.save({ staysOpen: true });
    if (saved) setOpened({ what, issue: saved });
  }
  return (
    <section aria-label="What to do with the issue" className="mt-8 flex flex-wrap gap-2 border-t border-rule pt-6">
      <AdminButton disabled={form.isBusy} onClick={() => open("preview")}>
        See it as mail
      </AdminButton>
      <AdminButton disabled={form.isBusy} onClick={() => open("test")}>
        Send a test
      </AdminButton>
      <AdminButton variant="primary" disabled={form.isBusy} onClick={() => open("send")}>
        {issue?.state === "scheduled" ? "Change the time" : "Send"}
      </AdminButton>
      {issue && <StepButton issue={issue} />}
      {issue && (
        <AdminButton variant="danger" disabled={form.isBusy} onClick={() => deleting.ask(issue)}>
          Delete
        </AdminButton>
      )}
      {opened?.what === "preview" && <MailPreview id={opened.issue.id} onClose={close} />}
      {opened?.what === "test" && <TestDialog id={opened.issue.id} onClose={close} />}
      {opened?.what === "send" && <SendDialog issue={opened.issue} onClose={close} />}
      {deleting.question}
    </section>
  );
}
