import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { UNKNOWN_ACCOUNT, useEditorApi } from "#shared/editor-api.tsx";
import type { Discarded, StoredSession } from "../session/kept-sessions.ts";
import { useDiscarded, useKeptWork } from "../session/kept-work.ts";
import { useToast } from "../toasts.tsx";
import type { FormKind } from "./form-kind.ts";

/** The open form: of a row, or of a new one if `subject` is null. `serial` distinguishes successive openings. */
export type OpenedForm<Values extends object> = {
  serial: number;
  subject: number | null;
  restored: StoredSession<Values> | null;
};

/** What a panel can ask the form that is open in it. */
export type FormGuard = { isUnsaved: () => boolean };

/**
 * The one form of a panel, and the unsaved work that can be opened in it. Leaving a form loses nothing: its unsaved
 * work is stored and offered again. `giveFocus` restores the focus after the form of `subject` is closed.
 */
export function useOpenForm<Values extends object>(
  kind: Pick<FormKind<never, Values>, "name" | "what">,
  giveFocus: (subject: number | null) => void,
) {
  // The owner of the work: the panel lives as long as the account's dashboard, even after the session has expired.
  const api = useEditorApi();
  const [account] = useState(() => api.account() ?? UNKNOWN_ACCOUNT);
  const kept = useKeptWork(account, kind.name);
  const showDiscarded = useDiscarded();
  const show = useToast();
  const guard = useRef<FormGuard>(null);
  const serial = useRef(0);
  const [opened, setOpened] = useState<OpenedForm<Values> | null>(null);

  function leave() {
    if (!guard.current?.isUnsaved()) return;
    show({ title: "Your unsaved work is stored", description: "It is offered above until you restore or discard it." });
  }
  function open(subject: number | null, restored: StoredSession<Values> | null = null) {
    leave();
    serial.current++;
    setOpened({ serial: serial.current, subject, restored });
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
    cancel() {
      leave();
      close();
    },
    /** The open row was stored for the first time, and editing continues. */
    onCreated: (subject: number) => setOpened((now) => now && { ...now, subject }),
    /** The form has discarded its work, which can be undone. */
    onDiscarded(discarded: Discarded) {
      close();
      showDiscarded(discarded);
    },
    offers: {
      what: kind.what,
      // The work that the open form resumes is no longer offered.
      kept: kept.filter(({ key }) => key !== opened?.restored?.key),
      onRestore: (work: StoredSession) => open(work.id, work as StoredSession<Values>),
    },
  };
}
