import type { ReactNode, Ref } from "react";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import type { DeskArticle } from "../calls.ts";

export type WritingRoomProps = {
  account: string;
  beginning: Beginning<DeskArticle, FormValues>;
  guard: Ref<FormGuard>;
  /** The unsaved work that is offered. */
  offers: ReactNode;
  /** `isNew`: it was added just now. */
  onDone: (isNew: boolean) => void;
  onCreated: (id: number) => void;
  onCancel: () => void;
  /** The changes were discarded, which can be undone. */
  onDiscarded: (draft: UnsavedDraft<FormValues>) => void;
};
