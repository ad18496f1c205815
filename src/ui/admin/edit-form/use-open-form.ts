import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { useDrafts } from "./use-drafts.ts";

/** The form that is open: of a row, or of something new where it is null. `serial` tells two openings apart. */
export type OpenedForm<Values extends object> = {
  serial: number;
  subject: number | null;
  draft: UnsavedDraft<Values> | null;
};

/** What a panel can ask of the form that is open in it. */
export type FormGuard = { isUnsaved: () => boolean };

/** Lets the panel ask the form whether it holds something unsaved. */
export function useFormGuard(guard: Ref<FormGuard>, isUnsaved: boolean): void {
  useImperativeHandle(guard, () => ({ isUnsaved: () => isUnsaved }), [isUnsaved]);
}

/**
 * The one form of a panel, and the unsaved work that can be opened in it. Nothing is lost by leaving a form: what is
 * unsaved in it is kept, and offered again. `giveFocus` brings the focus back once the form of `subject` is shut.
 */
export function useOpenForm<Values extends object>(
  kind: Pick<FormKind<never, Values>, "name" | "what" | "titleOf">,
  giveFocus: (subject: number | null) => void,
) {
  // Whose work this is: the panel lives as long as the account's workplace, also while the session is ended.
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
    /** Shuts the form, whose work is saved or given up. */
    close,
    /** Leaves the form. */
    cancel() {
      leave();
      close();
    },
    /** What is open has been stored for the first time, and is written on. */
    onCreated: (subject: number) => setOpened((now) => now && { ...now, subject }),
    /** The form has given its work up, which can be undone. */
    onDiscarded(draft: UnsavedDraft<Values>) {
      close();
      onDiscarded(draft);
    },
    offers: {
      kind,
      // What the open form goes on with is not offered any longer.
      drafts: drafts.filter(({ key }) => key !== opened?.draft?.key),
      onRestore: (draft: UnsavedDraft<Values>) => open(draft.subject, draft),
      onDiscard: discard,
    },
  };
}
