import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import type { Fate } from "./kept-toast.ts";
import { useDrafts } from "./use-drafts.ts";

/** The open form: of a row, or of a new one if `subject` is null. `serial` distinguishes successive openings. */
export type OpenedForm<Values extends object> = {
  serial: number;
  subject: number | null;
  draft: UnsavedDraft<Values> | null;
};

/** What a panel can ask the form that is open in it. */
export type FormGuard = {
  isUnsaved: () => boolean;
  /** What becomes of unsaved work if the form is left now. */
  fate: () => Fate;
};

/** Lets the panel ask whether the form has unsaved changes, and what becomes of them. */
export function useFormGuard(guard: Ref<FormGuard>, isUnsaved: boolean, fate: Fate): void {
  useImperativeHandle(guard, () => ({ isUnsaved: () => isUnsaved, fate: () => fate }), [isUnsaved, fate]);
}

/**
 * The one form of a panel, and the unsaved work that can be opened in it. Leaving a form loses nothing: its unsaved
 * work is kept and offered again. `giveFocus` restores the focus after the form of `subject` is closed.
 */
export function useOpenForm<Values extends object>(
  kind: Pick<FormKind<never, Values>, "name" | "what" | "titleOf">,
  giveFocus: (subject: number | null) => void,
) {
  // The owner of the work: the panel lives as long as the account's dashboard, even after the session has expired.
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? "unknown");
  const { drafts, discard, onDiscarded } = useDrafts<Values>(account, kind.name);
  const show = useToast();
  const guard = useRef<FormGuard>(null);
  const serial = useRef(0);
  const [opened, setOpened] = useState<OpenedForm<Values> | null>(null);

  function leave() {
    if (!guard.current?.isUnsaved()) return;
    show({ title: "Your unsaved work is kept", description: "It is offered above until you restore or discard it." });
  }
  function open(subject: number | null, draft: UnsavedDraft<Values> | null = null) {
    leave();
    serial.current++;
    setOpened({ serial: serial.current, subject, draft });
  }
  function close() {
    const subject = opened?.subject ?? null;
    flushSync(() => setOpened(null));
    giveFocus(subject);
  }

  return {
    account,
    opened,
    guard,
    open,
    /** Closes the form after its work was saved or discarded. */
    close,
    /** Leaves the form. */
    cancel() {
      leave();
      close();
    },
    /** The open row was stored for the first time, and editing continues. */
    onCreated: (subject: number) => setOpened((now) => now && { ...now, subject }),
    /** The form has discarded its work, which can be undone. */
    onDiscarded(draft: UnsavedDraft<Values>) {
      close();
      onDiscarded(draft);
    },
    offers: {
      kind,
      // The draft that the open form resumes is no longer offered.
      drafts: drafts.filter(({ key }) => key !== opened?.draft?.key),
      onRestore: (draft: UnsavedDraft<Values>) => open(draft.subject, draft),
      onDiscard: discard,
    },
  };
}
