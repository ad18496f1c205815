import { useCard } from "#ui/admin/card.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import type { Issue } from "../schema.ts";
import { DigestCard } from "./digest-card.tsx";
import { IssueList } from "./issue-list.tsx";
import { OpenIssue } from "./open-issue.tsx";

/** The newsletter's issues: the list with its weekly digest, or the one that is open. */
export function IssuesSection() {
  const card = useCard<Issue>();
  const isOpen = card.subject !== null;
  const known = card.subject === "new" ? null : card.subject;
  return (
    <>
      <PanelHeading ref={card.heading} title="Newsletter Issues">
        <AdminButton variant={isOpen ? "plain" : "primary"} onClick={isOpen ? card.cancel : card.toggle}>
          {isOpen ? "Back to the issues" : "New issue"}
        </AdminButton>
      </PanelHeading>
      {isOpen && (
        <OpenIssue key={known?.id ?? "new"} id={known?.id ?? null} onUnsaved={card.setUnsaved} onGone={card.close} />
      )}
      {/* The digest's setting stays as it was left, also what is not saved of it. */}
      <div hidden={isOpen}>
        {!isOpen && <IssueList onOpen={card.edit} onDeleted={() => card.heading.current?.focus()} />}
        <DigestCard />
      </div>
    </>
  );
}
