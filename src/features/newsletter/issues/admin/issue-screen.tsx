import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { preloadEditor } from "#features/editor/admin/rich-text-editor.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { parseId } from "#shared/ids.ts";
import { adminUrl } from "#shared/urls.ts";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { keptToast } from "#ui/admin/edit-form/kept-toast.ts";
import { useDrafts } from "#ui/admin/edit-form/use-drafts.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { LoadingIssue, NoIssue } from "./internal/empty-issue.tsx";
import type { IssueValues } from "./issue-kind.ts";
import { ISSUE_KIND } from "./issue-kind.ts";
import { draftIn, isFromList, leaving } from "./issues-section.tsx";

/** With the editor's own blocks it is as heavy as the editor. */
const OpenIssue = lazy(() => import("./internal/issue-room.tsx").then((module) => ({ default: module.OpenIssue })));

type Props = {
  path: string;
  /** The address of the list, for whoever did not come from there. */
  backTo: string;
};

/** A newsletter issue's own screen: where it is written until it is sent, and its report from then on. */
export function IssueScreen({ path, backTo }: Props) {
  const name = path.slice(adminUrl.issue("*").length - 1).replace(/\/$/, "");
  const address = name === "new" ? null : (parseId(name) ?? undefined);
  const navigate = useNavigate();
  const { state } = useLocation();
  const leave = () => void (isFromList(state) ? navigate(-1) : navigate(backTo));
  return address === undefined ? <NoIssue onLeave={leave} /> : <Screen address={address} onLeave={leave} />;
}

type Opened = {
  serial: number;
  /** The issue in the address, which a new one gets only after it is stored. */
  address: number | null;
  subject: number | null;
  draft: UnsavedDraft<IssueValues> | null;
};

function Screen({ address, onLeave }: { address: number | null; onLeave: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [account] = useState(() => api.account() ?? "unknown");
  const [opened, setOpened] = useState<Opened>({ serial: 0, address, subject: address, draft: null });
  const { drafts, discard, onDiscarded } = useDrafts<IssueValues>(account, ISSUE_KIND.name);
  const open = (draft: UnsavedDraft<IssueValues> | null) =>
    setOpened({ serial: opened.serial + 1, address, subject: address, draft });
  // A new issue that was stored is at its own address now, and the form goes on.
  if (opened.address !== address) {
    if (opened.subject === address) setOpened({ ...opened, address });
    else open(null);
  }
  // What the list was asked to restore, once it was found.
  const [wanted, setWanted] = useState(() => draftIn(state));
  const given = drafts.find(({ key }) => key === wanted);
  if (given) {
    setWanted(null);
    open(given);
  }
  const guard = useRef<FormGuard>(null);
  useState(preloadEditor);
  useEffect(
    () => () => {
      leaving.isDue = true;
    },
    [],
  );
  const tellKept = () => {
    if (!guard.current?.isUnsaved()) return;
    const toast = keptToast(guard.current.fate(), "the list of issues");
    if (toast) show(toast);
  };
  const offered = drafts.filter(({ key, subject }) => key !== opened.draft?.key && subject === opened.subject);
  return (
    <Suspense fallback={<LoadingIssue onCancel={onLeave} />}>
      <OpenIssue
        key={opened.serial}
        account={account}
        id={opened.subject}
        draft={opened.draft}
        guard={guard}
        onCreated={(id) => {
          setOpened((now) => ({ ...now, subject: id }));
          void navigate(adminUrl.issue(id), { replace: true, state });
        }}
        onCancel={() => {
          tellKept();
          onLeave();
        }}
        onGone={onLeave}
        onDiscarded={(draft) => {
          onLeave();
          onDiscarded(draft);
        }}
        offers={<DraftOffers kind={ISSUE_KIND} drafts={offered} onRestore={open} onDiscard={discard} />}
      />
    </Suspense>
  );
}
