import { useEffect, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useDrafts } from "#ui/admin/edit-form/use-drafts.ts";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { DigestCard } from "./digest-card.tsx";
import { leaving, useOpenIssue } from "./issue-address.ts";
import { ISSUE_KIND } from "./issue-kind.ts";
import { IssueList } from "./issue-list.tsx";
import type { IssueValues } from "./issue-values.ts";

/** The newsletter's issues and its weekly digest. Each issue has a screen of its own. */
export function IssuesSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const { drafts, discard } = useDrafts<IssueValues>(account, ISSUE_KIND.name);
  const open = useOpenIssue();
  useReturnFocus(() => heading.current?.focus());
  return (
    <>
      <PanelHeading ref={heading} title="Newsletter Issues">
        <AdminButton variant="primary" onClick={() => open(null)}>
          New issue
        </AdminButton>
      </PanelHeading>
      <DraftOffers
        kind={ISSUE_KIND}
        drafts={drafts}
        onRestore={({ subject, key }) => open(subject, key)}
        onDiscard={discard}
      />
      <IssueList onOpen={({ id }) => open(id)} onDeleted={() => heading.current?.focus()} />
      <DigestCard />
    </>
  );
}

/** Gives the section the focus as one comes back to it from an issue's screen. */
function useReturnFocus(focus: () => void): void {
  const isOpen = useIsOpenPlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the section appears
  useEffect(() => {
    if (!isOpen || !leaving.isDue) return;
    leaving.isDue = false;
    if (document.activeElement === document.body) focus();
  }, [isOpen]);
}
