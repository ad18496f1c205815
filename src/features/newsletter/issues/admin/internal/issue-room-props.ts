import type { ReactNode, Ref } from "react";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import type { Issue } from "../../schema.ts";
import type { IssueValues } from "../issue-values.ts";

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
