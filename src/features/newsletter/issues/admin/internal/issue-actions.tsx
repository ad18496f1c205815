import { Eye } from "lucide";
import { useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Issue } from "../../schema.ts";
import type { IssueEditForm } from "../issue-kind.ts";
import { MailPreview } from "../mail-preview.tsx";
import { SendDialog } from "../send-dialog.tsx";
import { OutsideForm } from "./outside-form.tsx";

type Props = { form: IssueEditForm; issue: Issue | null; current: () => Promise<Issue | null> };

/** The buttons of the bar. Preview and sending work on what is stored: what is typed is stored first. */
export function IssueActions({ form, issue, current }: Props) {
  const [opened, setOpened] = useState<{ what: "preview" | "send"; issue: Issue } | null>(null);
  const close = () => setOpened(null);
  async function open(what: "preview" | "send") {
    const stored = await current();
    if (stored) setOpened({ what, issue: stored });
  }
  return (
    <>
      <AdminButton
        variant="quiet"
        className="max-sm:w-11 max-sm:px-0"
        disabled={form.isBusy}
        onClick={() => void open("preview")}
      >
        <Icon icon={Eye} size={18} />
        <span className="max-sm:sr-only">Preview</span>
      </AdminButton>
      <AdminButton type="submit" variant="plain" aria-disabled={form.isBusy} title="Save and go on writing (Ctrl+S)">
        {form.isBusy ? "Saving..." : "Save"}
      </AdminButton>
      <AdminButton variant="accent" disabled={form.isBusy} aria-haspopup="dialog" onClick={() => void open("send")}>
        {issue?.state === "scheduled" ? "Change the time" : "Send"}
      </AdminButton>
      <OutsideForm>
        {opened?.what === "preview" && <MailPreview id={opened.issue.id} onClose={close} />}
        {opened?.what === "send" && <SendDialog issue={opened.issue} onClose={close} />}
      </OutsideForm>
    </>
  );
}
