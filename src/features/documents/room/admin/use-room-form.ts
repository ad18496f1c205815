import { useQueryClient } from "@tanstack/react-query";
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { requestsChanged } from "#features/documents/requests/admin/use-requests.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import type { ErrorCode } from "#shared/error-codes.ts";
import { waitingSentence } from "#ui/admin/edit-form/form-footer.tsx";
import type { Saved, Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { DocumentSession } from "#ui/admin/session/document-session.ts";
import type { StoredSession } from "#ui/admin/session/kept-sessions.ts";
import { type Attempt, rowOf, type Session, type Stored } from "#ui/admin/session/session.ts";
import { useDocumentSession } from "#ui/admin/session/use-document-session.ts";
import { NotStoredError } from "#ui/admin/session/waiting-pictures.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { type Fate, fateOf } from "./leaving.ts";
import { keptNameOf, portsOf, savedOf, storedOf, versionedOf } from "./room-session.ts";
import type { EditedType } from "./room-type.ts";
import { CHOOSE_FIRST, useAlternatives } from "./use-alternatives.ts";
import { useOtherTabs } from "./use-other-tabs.ts";
import { useRoomConflict } from "./use-room-conflict.ts";
import { useShownText } from "./use-shown-text.ts";

export type Opening<W extends object> = { session: Session<W>; kept: StoredSession<W> | null };

/** The outcome for unsaved work if the room is left now. */
export type RoomGuard<Row> = {
  isUnsaved: () => boolean;
  fate: () => Fate;
  /** The stored document, and whether it is new: not saved manually yet. */
  left: () => { row: Row | null; isNew: boolean };
};

/** The options of a room's form. */
export type RoomProps<Row, W extends object> = {
  account: string;
  opening: Opening<W>;
  guard: Ref<RoomGuard<Row>>;
  /** Called when everything is saved and the room may close. `isNew`: it was just added. */
  onDone: (isNew: boolean) => void;
  /** Called when a new document was stored and writing continues. */
  onCreated: (id: number) => void;
};

/** The state of autosaving. `at`: the last success, in epoch milliseconds. */
export type Autosave = { at: number | null } & (
  | { is: "idle" | "saving" | "offline" }
  /** The server rejected it. */
  | { is: "refused"; code: ErrorCode | undefined; detail: string }
  /** Another user has changed the same. */
  | { is: "conflict"; saver: Saver }
  /** Everything else is stored, except words at this number of places. */
  | { is: "undecided"; count: number }
);

export type SaveOptions<Row> = {
  /** Whether the room stays open afterwards. */
  staysOpen: boolean;
  /** The toast of success, if the save was part of another action. */
  said?: (row: Row) => AdminMessage;
};

export type SubmitOf<Row, V> = (
  api: EditorApi,
  sent: { before: Versioned<Row> | null; values: V; file: File | null; key: string },
) => Promise<Saved<Row>>;

type ActOptions<W extends object> = Parameters<DocumentSession<W>["act"]>[1] & { isOwnStep?: boolean };

type Options<Row, W extends object, C extends object> = RoomProps<Row, W> & {
  editor: RefObject<RichTextHandle | null>;
  /** Saves manually: the values with their choices, and a chosen picture that is not uploaded. */
  submit: SubmitOf<Row, W & C>;
  /** Called when a manual save was stored, including a repeated one. */
  onSaved?: () => void;
};

/** The form of a room, for its parts. */
export type RoomForm<Row extends { id: number }, W extends object, C extends object = object> = ReturnType<
  typeof useRoomForm<Row, W, C>
>;

/** The document of a room: its session, choices and manual saves. `type` is constant. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place that assembles the parts of a room's form
export function useRoomForm<Row extends { id: number }, W extends object, C extends object = object>(
  type: EditedType<Row, W, C>,
  { account, opening, guard, editor, onDone, onCreated, submit, onSaved }: Options<Row, W, C>,
) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useErrorFocus(element, errors);
  const { kept } = opening;
  const pictureField = type.pictureField ?? type.textField;
  const [choices, setChoices] = useState<Partial<C>>((kept?.choices as Partial<C>) ?? {});
  const [file, setFile] = useState<File | null>(kept?.files[pictureField] ?? null);
  const rejectedFile = useRef<File>(null);
  const [isBegun, setIsBegun] = useState(type.isAddedByHand === true && opening.session.base === null);
  const known = useRef({ id: rowOf<Row>(opening.session.base)?.id ?? null, isListStale: false });

  const latest = useRef({ choices, file, submit });
  latest.current = { choices, file, submit };
  const sentChoices = useRef(choices);
  const sendByHand = async (attempt: Attempt<W>) => {
    const { base, key } = attempt;
    const now = latest.current;
    sentChoices.current = now.choices;
    const isAlreadySent = type.storesItself(rowOf<Row>(base)) || now.file === rejectedFile.current;
    const before = base && versionedOf<Row>(base);
    const values = { ...effective(type, before?.row ?? null, now.choices), ...attempt.values } as W & C;
    const sent = { before, values, file: isAlreadySent ? null : now.file, key };
    return savedOf(type, await now.submit(api, sent), attempt);
  };
  const hasNewsroom = useHasNewsroom();
  const [ports] = useState(() => portsOf(type, api, hasNewsroom ? undefined : sendByHand));
  const text = useShownText<W>(editor, type.textField);
  const isOwnStep = useRef(false);
  const document = useDocumentSession<W>({
    start: opening.session,
    resumes: kept,
    account,
    type: keptNameOf(type),
    idOf: (base) => rowOf<Row>(base)?.id ?? null,
    titleOf: type.titleOf,
    ports,
    collect: text.collect,
    show: (values) => text.show(values, { isOwnStep: isOwnStep.current, report: (shown) => session.change(shown) }),
    extras: { file: file === rejectedFile.current ? null : file, field: pictureField, choices },
    onUploaded(uploaded, outcome) {
      if ("error" in outcome) {
        rejectedFile.current = uploaded;
        const words = detailOf(outcome.error, "The image could not be uploaded.");
        return setErrors((before) => ({ ...before, [pictureField]: words }));
      }
      session.change({ [pictureField]: outcome.url } as Partial<W>);
      flushSync(() => setFile((now) => (now === uploaded ? null : now)));
    },
    onLeft: () => known.current.isListStale && type.onLeft?.(client),
  });
  const { session, state } = document;
  const { base, local, conflict } = state.session;
  const stored = rowOf<Row>(base);
  // During a conflict, the other side is the stored version.
  const values = { ...effective(type, rowOf<Row>(conflict?.theirs ?? base), choices), ...local } as W & C;
  const isNew = isBegun || stored === null;
  useStored(stored, known.current, (row) => {
    type.onCreated?.(client, row);
    onCreated(row.id);
  });
  const refresh = () => void session.refresh().catch(() => undefined);
  const tabs = useOtherTabs(stored && `${keptNameOf(type)}:${stored.id}`, refresh);
  useAnnounced(base?.etag, () => {
    known.current.isListStale = true;
    tabs.announce();
  });

  /** Everything typed, with the newest text. */
  const full = (): W & C => ({ ...values, ...session.current() });
  const isUndecided = opening.session.conflict !== null;
  const alternatives = useAlternatives({ session, element, textField: type.textField, isOwnStep });
  const comparison = useRoomConflict(type, { account, session, conflict, isUndecided, element, current: full, run });

  const reportInvalid = (wrong: FieldErrors, title: string, description: string) => {
    setErrors(wrong);
    show({ title, description, variant: "destructive" });
  };
  const { words } = type;
  const save = (options: SaveOptions<Row>): Promise<Row | null> =>
    run(async (): Promise<Row | null> => {
      const again = () => void save(options);
      if (session.state.session.conflict) {
        await comparison.ask(again);
        return null;
      }
      if (alternatives.mustChoose()) return null;
      const wrong = type.missingIn?.(full(), rowOf<Row>(session.state.session.base)) ?? {};
      if (Object.keys(wrong).length > 0) {
        reportInvalid(wrong, "Missing required fields", "Please fill out all required fields");
        return null;
      }
      let saved: Row | null = null;
      await session.submit({
        send: sendByHand,
        onStored(answer, { isLate, isComplete }) {
          const row = rowOf<Row>(answer);
          if (!row) return;
          saved = row;
          setErrors({});
          // Choices made during the request are still unsaved.
          setChoices((now) => (now === sentChoices.current ? {} : withoutStored(type, now, row)));
          if (!type.storesItself(row)) setFile(null);
          comparison.settle();
          show(options.said?.(row) ?? { title: isNew ? words.added : words.updated });
          onSaved?.();
          const isDone = isComplete && !options.staysOpen && !isLate;
          if (known.current.id !== null) type.onUpdated?.(client, row);
          else if (isDone) {
            // The room closes and needs no address of the document.
            known.current.id = row.id;
            type.onCreated?.(client, row);
          }
          setIsBegun(false);
          requestsChanged(client, { type: type.type, id: row.id });
          if (!isDone) return;
          document.forget();
          onDone(isNew);
        },
        onFailed(error, facts) {
          const { title, fallback } = isNew && base === null ? words.adding : words.updating;
          if (!facts.isWaiting)
            return reportInvalid(error instanceof ApiError ? error.errors : {}, title, detailOf(error, fallback));
          const description = `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(document.isRefused)}`;
          reportInvalid({}, title, description);
        },
        onConflict: () => void (alternatives.mustChoose() || comparison.ask(again)),
      });
      return saved;
    }).then((row) => row ?? null);

  const store = (): Promise<boolean> =>
    run(async () => {
      const isStored = await session.flush({ isAsked: true });
      if (session.state.session.conflict) await comparison.ask(() => void store());
      return isStored;
    }).then((isStored) => isStored === true);

  const { rejected } = state.session;
  const at = state.savedAt;
  const autosave: Autosave = conflict
    ? { is: "conflict", at, saver: comparison.saver }
    : rejected
      ? { is: "refused", at, code: rejected.code, detail: rejected.detail }
      : alternatives.list.length > 0 && state.connection === "idle"
        ? { is: "undecided", at, count: alternatives.list.length }
        : { is: state.connection === "signed-out" ? "offline" : state.connection, at };
  const hasChoices = Object.keys(choices).length > 0;
  const isUnsaved = document.isUnsaved || hasChoices;
  const { mayCreate } = ports.rules;
  const mayStore = !hasChoices && type.storesItself(stored) && (stored !== null || mayCreate?.(local) !== false);
  const fate = fateOf(mayStore, autosave.is);
  useImperativeHandle(
    guard,
    () => ({ isUnsaved: () => isUnsaved, fate: () => fate, left: () => ({ row: stored, isNew: isBegun }) }),
    [isUnsaved, fate, stored, isBegun],
  );
  return {
    type,
    kind: {
      what: type.type,
      fields: type.fields,
      valuesOf: type.valuesOf,
      ...(type.whose && { whose: type.whose }),
    },
    element,
    base: stored,
    values,
    file,
    choices,
    errors,
    note: state.session.isDeleted ? words.deleted : null,
    isNew,
    isBusy,
    isUnsaved,
    isWaiting: state.isWaiting,
    savedAt: state.savedAt,
    draft: { storedAt: document.storedAt, isRefused: document.isRefused },
    autosave,
    /** The stored document now, which the last rendering may not have. */
    latest: () => {
      const { base: now } = session.state.session;
      return { version: now ? versionedOf<Row>(now) : null };
    },
    session,
    /**
     * Stores typed text, then runs a change of the stored document. `isOwnStep`: the user can undo its effect on the
     * text. Throws if the text cannot be stored.
     */
    async act(
      action: (before: Versioned<Row>) => Promise<Versioned<Row>>,
      { isOwnStep: isOwn = false, ...options }: ActOptions<W> = {},
    ): Promise<void> {
      const act = async (before: Stored<W>) => {
        const stored = storedOf(type, await action(versionedOf(before)));
        isOwnStep.current = isOwn;
        return { stored };
      };
      if (!options.takesBack && alternatives.mustChoose()) throw new NotStoredError(CHOOSE_FIRST);
      const done = await session.act(act, options).finally(() => {
        isOwnStep.current = false;
      });
      if (!done) throw new NotStoredError("Your changes could not be stored.");
      const row = rowOf<Row>(done.stored);
      if (row) requestsChanged(client, { type: type.type, id: row.id });
    },
    flush: () => session.flush(),
    /** Stores unsaved changes on request, without publishing them. */
    store,
    conflict: comparison,
    alternatives,
    isOpenTwice: tabs.hasOthers,
    current: () => ({ values: full(), file }),
    change(changed: Partial<W & C>) {
      const isChoice = (name: string) => (type.choices as readonly string[]).includes(name);
      const pick = (isWanted: (name: string) => boolean) =>
        Object.fromEntries(Object.entries(changed).filter(([name]) => isWanted(name)));
      const chosen = pick(isChoice) as Partial<C>;
      const typed = pick((name) => !isChoice(name)) as Partial<W>;
      if (Object.keys(chosen).length > 0) setChoices((before) => withoutStored(type, { ...before, ...chosen }, stored));
      if (Object.keys(typed).length > 0) session.change(text.asStored(typed));
      setErrors((before) => errorsAfter(before, changed));
    },
    setFile(chosen: File | null) {
      setFile(chosen);
      setErrors((before) => errorsAfter(before, { [pictureField]: true }));
    },
    save,
    run,
    forget: document.forget,
  };
}

type ChosenType<Row extends { id: number }, C extends object> = Pick<
  EditedType<Row, object, C>,
  "choices" | "empty" | "valuesOf"
>;

function effective<Row extends { id: number }, C extends object>(
  type: ChosenType<Row, C>,
  stored: Row | null,
  choices: Partial<C>,
): C {
  const values: Record<string, unknown> = { ...(stored ? type.valuesOf(stored) : type.empty), ...choices };
  return Object.fromEntries(type.choices.map((name) => [name, values[name]])) as C;
}

/** The choices that differ from the stored ones. */
function withoutStored<Row extends { id: number }, C extends object>(
  type: ChosenType<Row, C>,
  choices: Partial<C>,
  stored: Row | null,
): Partial<C> {
  const now = effective(type, stored, {});
  const changed = Object.entries(choices).filter(([name, value]) => value !== now[name as keyof C]);
  return Object.fromEntries(changed) as Partial<C>;
}

/** Reports the document when it is stored for the first time. */
function useStored<Row extends { id: number }>(
  stored: Row | null,
  known: { id: number | null },
  onCreated: (row: Row) => void,
): void {
  const latest = useRef(onCreated);
  latest.current = onCreated;
  const id = stored?.id ?? null;
  const isFirst = id !== null && id !== known.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useLayoutEffect(() => {
    if (!isFirst || !stored) return;
    known.id = id;
    latest.current(stored);
  }, [isFirst, id]);
}

/** Reports each further stored version. */
function useAnnounced(etag: string | undefined, announce: () => void): void {
  const announced = useRef(etag);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (announced.current && etag && announced.current !== etag) announce();
    announced.current = etag;
  }, [etag]);
}
