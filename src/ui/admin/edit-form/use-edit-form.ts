import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "../field-errors.ts";
import type { DocumentSession } from "../session/document-session.ts";
import { type Discarded, putAside, type StoredSession } from "../session/kept-sessions.ts";
import {
  type Conflict,
  contested,
  decided,
  rowOf,
  type Session,
  type Stored,
  startSession,
} from "../session/session.ts";
import { useDocumentSession } from "../session/use-document-session.ts";
import { useToast } from "../toasts.tsx";
import { type Call, useCall } from "../use-call.ts";
import { waitingSentence } from "./form-footer.tsx";
import type { FormKind } from "./form-kind.ts";
import { formPorts, openingOf } from "./form-session.ts";
import type { FormGuard } from "./use-open-form.ts";
import type { Versioned } from "./versions.ts";

export type FormProps<Row, Values extends object> = {
  account: string;
  /** The stored row, updated as it changes; null for a new one, or if it was deleted after the work was stored. */
  row: Versioned<Row> | null;
  /** Unsaved work to continue with. */
  restored: StoredSession<Values> | null;
  guard: Ref<FormGuard>;
  /** Something was stored: other views must be updated. */
  onStored: (row: Row) => void;
  /** Everything is saved and the form may close. */
  onDone: () => void;
  /** A new row was stored, and editing continues. */
  onCreated: (row: Row) => void;
};

type SaveOptions = { staysOpen: boolean };

export type EditForm<Row, Values extends object> = ReturnType<typeof useEditForm<Row, Values>>;

/** A form that adds or changes a row: its session, manual saves, errors, and conflicts with others' changes. */
export function useEditForm<Row, Values extends object>(kind: FormKind<Row, Values>, props: FormProps<Row, Values>) {
  const { account, row, restored, guard } = props;
  const api = useEditorApi();
  const call = useCall();
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useErrorFocus(element, errors);
  const latest = useRef({ kind, props });
  latest.current = { kind, props };
  const [ports] = useState(() => formPorts(() => latest.current.kind, api));
  const [start] = useState(() => openingOf(kind, row, restored));
  const type = kind.name;
  const idOf = (stored: Stored<Values> | null) => (stored ? kind.idOf(stored.row as Row) : null);
  const { titleOf } = kind;
  const document = useDocumentSession<Values>({ start, resumes: restored, account, type, idOf, titleOf, ports });
  const { session, state, storedAt, isRefused, isUnsaved } = document;
  const { base, local, conflict, isDeleted } = state.session;
  useImperativeHandle(guard, () => ({ isUnsaved: () => isUnsaved }), [isUnsaved]);
  useNewest(session, row?.etag);
  useCreated(base, (created) => props.onCreated(created as Row));
  const { save, asked, settle } = useSave({ latest, document, setErrors, run: call.run });
  const workOn = (work: Session<Values>, aside: Discarded["aside"] = null): Discarded => {
    const title = titleOf(work.local);
    return { account, type, id: idOf(work.base), title, session: work, aside, choices: {}, files: {} };
  };
  const { decide, names } = useConflict({ session, conflict, local, workOn });
  return {
    kind,
    element,
    base: rowOf<Row>(base),
    values: local,
    errors,
    note: isDeleted ? kind.words.deleted : null,
    isBusy: call.isBusy,
    isUnsaved,
    isWaiting: state.isWaiting,
    draft: { storedAt, isRefused },
    /** A conflict that only the editor can decide. `asked`: the save that found it. */
    conflict: conflict && {
      asked,
      names,
      theirs: conflict.theirs.values,
      decide(side: "mine" | "theirs") {
        decide(side);
        settle();
        if (asked && session.isUnsaved) void save(asked);
      },
    },
    change(values: Partial<Values>) {
      session.change(values);
      setErrors((before) => errorsAfter(before, values));
    },
    save,
    /** Discards the work and returns it, so that this can be undone. */
    discard(): Discarded {
      document.forget();
      return workOn(state.session);
    },
  };
}

type ConflictProps<Values extends object> = {
  session: DocumentSession<Values>;
  conflict: Conflict<Values> | null;
  local: Values;
  /** The work as it is stored in the browser. */
  workOn: (session: Session<Values>, aside: "mine" | "theirs") => Discarded;
};

/** Merges both versions with one side of what both changed. The other side is offered until it is discarded. */
function useConflict<Values extends object>({ session, conflict, local, workOn }: ConflictProps<Values>) {
  const names = conflict ? contested(local, conflict) : [];
  const isOver = conflict !== null && names.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the same was typed on both sides
  useEffect(() => {
    if (conflict && isOver) session.choose(decided(local, conflict, "mine"), conflict.theirs);
  }, [isOver]);
  function decide(side: "mine" | "theirs"): void {
    if (!conflict) return;
    const { theirs } = conflict;
    const aside = side === "mine" ? "theirs" : "mine";
    void putAside(workOn({ ...startSession(theirs, theirs.values), local: decided(local, conflict, aside) }, aside));
    session.choose(decided(local, conflict, side), theirs);
  }
  return { decide, names };
}

type SaveProps<Row, Values extends object> = {
  latest: RefObject<{ kind: FormKind<Row, Values>; props: FormProps<Row, Values> }>;
  document: ReturnType<typeof useDocumentSession<Values>>;
  setErrors: (errors: FieldErrors) => void;
  run: Call["run"];
};

/** Saves on request. Shows success and failures; a save that finds a conflict waits for the editor's decision. */
function useSave<Row, Values extends object>(props: SaveProps<Row, Values>) {
  const { latest, document, setErrors, run } = props;
  const { session } = document;
  const show = useToast();
  const [asked, setAsked] = useState<SaveOptions | null>(null);
  const reject = (errors: FieldErrors, title: string, description: string) => {
    setErrors(errors);
    show({ title, description, ...latest.current.kind.words.refused?.(errors), variant: "destructive" });
  };
  const submit = async (options: SaveOptions): Promise<Row | null> => {
    const { kind } = latest.current;
    const { base, conflict } = session.state.session;
    if (conflict) {
      setAsked({ ...options });
      return null;
    }
    const values = kind.tidy?.(session.current()) ?? session.current();
    session.change(values);
    const missing = kind.missingIn(values, rowOf<Row>(base));
    if (Object.keys(missing).length > 0) {
      reject(missing, "Missing required fields", "Please fill out all required fields");
      return null;
    }
    let saved: Row | null = null;
    await session.submit({
      onStored(stored, { isNew, isLate, isComplete }) {
        const { words } = latest.current.kind;
        saved = stored.row as Row;
        setErrors({});
        show({ title: isNew ? words.added : words.updated });
        latest.current.props.onStored(saved);
        if (options.staysOpen || isLate || !isComplete) return;
        document.forget();
        latest.current.props.onDone();
      },
      onFailed(error, { isNew, isWaiting }) {
        const { words } = latest.current.kind;
        const { title, fallback } = isNew ? words.adding : words.updating;
        const description = detailOf(error, fallback);
        if (!isWaiting) return reject(error instanceof ApiError ? error.errors : {}, title, description);
        reject({}, title, `${description.replace(/\.$/, "")}. ${waitingSentence(document.isRefused)}`);
      },
      onConflict() {
        // The list has the version that the form began with.
        const theirs = session.state.session.conflict?.theirs ?? null;
        if (theirs) latest.current.props.onStored(theirs.row as Row);
        setAsked({ ...options });
      },
    });
    return saved;
  };
  const settle = () => setAsked(null);
  return { asked, settle, save: async (options: SaveOptions) => (await run(() => submit(options))) ?? null };
}

/** Takes over a newer version of the row from a list. */
function useNewest<Values extends object>(session: DocumentSession<Values>, etag: string | undefined): void {
  useEffect(() => {
    if (etag !== undefined) session.notice(etag);
  }, [session, etag]);
}

/** Reports a new row once it is stored. */
function useCreated(base: Stored<object> | null, report: (row: unknown) => void): void {
  const isNew = useRef(base === null);
  const latest = useEffectEvent(report);
  useEffect(() => {
    if (base && isNew.current) latest(base.row);
    isNew.current = base === null;
  }, [base]);
}
