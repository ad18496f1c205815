import { useRef } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { PanelHeading } from "#ui/admin/panel.tsx";
import type { IssueBody } from "../schema.ts";
import { DigestCard } from "./digest-card.tsx";
import { ISSUE_KIND } from "./issue-kind.ts";
import { IssueList } from "./issue-list.tsx";
import { OpenIssue } from "./open-issue.tsx";

/** The newsletter's issues: the list with its weekly digest, or the one that is open. */
export function IssuesSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const { opened, open, close, cancel, ...form } = useOpenForm<IssueBody>(ISSUE_KIND, (issue) =>
    (issue === null ? newButton : heading).current?.focus(),
  );
  const isOpen = opened !== null;
  return (
    <>
      <PanelHeading ref={heading} title="Newsletter Issues">
        <AdminButton
          ref={newButton}
          variant={isOpen ? "plain" : "primary"}
          onClick={isOpen ? cancel : () => open(null)}
        >
          {isOpen ? "Back to the issues" : "New issue"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenIssue
          key={opened.serial}
          account={form.account}
          id={opened.subject}
          draft={opened.draft}
          guard={form.guard}
          onCreated={form.onCreated}
          onGone={close}
          onDiscarded={form.onDiscarded}
        />
      )}
      {/* The digest's form stays mounted, so that unsaved settings are kept. */}
      <div hidden={isOpen}>
        {!isOpen && <IssueList onOpen={({ id }) => open(id)} onDeleted={() => heading.current?.focus()} />}
        <DigestCard />
      </div>
    </>
  );
}
