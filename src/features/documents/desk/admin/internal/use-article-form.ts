import { useQueryClient } from "@tanstack/react-query";
import { createElement, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { listChanged, listCreated, listUpdated } from "#features/articles/admin/calls.ts";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { missingIn as requiredIn } from "#features/articles/rules.ts";
import type { KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import { useDocumentSession } from "#features/documents/session/admin/use-document-session.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import type { AutosaveState } from "#ui/admin/edit-form/autosave.ts";
import { waitingSentence } from "#ui/admin/edit-form/draft-state.tsx";
import { NotStoredError } from "#ui/admin/edit-form/store-typed.ts";
import { useOtherTabs } from "#ui/admin/edit-form/use-other-tabs.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { DeskArticle } from "../calls.ts";
import {
  type ArticleSession,
  articleOf,
  articlePorts,
  saveByHand,
  storedOf,
  valuesOf,
  versionedOf,
  type Written,
} from "./article-session.ts";
import { NewestAuthor } from "./newest-author.tsx";
import { type UpdateNote, useKeptNote } from "./update-note.tsx";
import { useArticleConflict } from "./use-article-conflict.ts";

/** Where a room starts: with the stored article, or with what was kept of it. */
export type Opening = { session: ArticleSession; kept: KeptSession<Written> | null };

/** What only saving by hand stores, where the editor has changed it. */
export type Choices = Partial<Pick<FormValues, "status" | "published_date">>;

export type SaveOptions = {
  /** Whether the room stays open afterwards. */
  staysOpen: boolean;
  /** The toast of success, where the save was part of something else. */
  said?: (article: DeskArticle) => AdminMessage;
};

type Props = {
  account: string;
  opening: Opening;
  editor: RefObject<RichTextHandle | null>;
  /** Everything is saved and the room may close. */
  onDone: (isNew: boolean) => void;
  /** A new article was stored, and writing goes on. */
  onCreated: (id: number) => void;
};

export type ArticleForm = ReturnType<typeof useArticleForm>["at"];

/** Drafts that were stored without title or category are validated here as new articles are, any other by the server. */
export function missingIn(values: FormValues, stored: DeskArticle | null): FieldErrors {
  const isComplete = stored !== null && Object.keys(requiredIn(valuesOf(stored))).length === 0;
  return ARTICLE_KIND.missingIn(values, isComplete ? stored : null);
}

/** The writing room's article: its session, what is chosen next to it, and saving by hand. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place that assembles the parts of the room's form
export function useArticleForm({ account, opening, editor, onDone, onCreated }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useErrorFocus(element, errors);
  const [choices, setChoices] = useState<Choices>((opening.kept?.choices as Choices) ?? {});
  const [file, setFile] = useState<File | null>(opening.kept?.files.image_url ?? null);
  const rejectedFile = useRef<File>(null);
  // A new article is one until it is added, even if it has been stored as a draft.
  const [isBegun, setIsBegun] = useState(opening.session.base === null);
  const note = useKeptNote();
  const isScheduling = useRef(false);
  const storesItself = useHasNewsroom();
  const known = useRef<{ id: number | null; isListStale: boolean }>({
    id: articleOf(opening.session.base)?.id ?? null,
    isListStale: false,
  });

  const byHand = useRef({ choices, file });
  byHand.current = { choices, file: storesItself || file === rejectedFile.current ? null : file };
  const sentChoices = useRef(choices);
  const sendByHand = (attempt: Parameters<typeof saveByHand>[1]) => {
    const { choices, file } = byHand.current;
    sentChoices.current = choices;
    const values = { ...effective(articleOf(attempt.base), choices), ...attempt.values };
    return saveByHand(api, attempt, { values, file, note: note.sent.current });
  };
  const [ports] = useState(() =>
    articlePorts({
      api,
      storesItself,
      isScheduling: () => isScheduling.current,
      byHand: sendByHand,
    }),
  );
  const text = useShownText(editor);
  const document = useDocumentSession<Written>({
    start: opening.session,
    resumes: opening.kept,
    account,
    type: ARTICLE_KIND.name,
    idOf: (base) => articleOf(base)?.id ?? null,
    titleOf: ({ title }) => title,
    ports,
    collect: text.collect,
    show: ({ content }) => text.show(content, (shown) => session.change(shown)),
    extras: { file: file === rejectedFile.current ? null : file, field: "image_url", choices },
    onUploaded(uploaded, outcome) {
      if ("error" in outcome) {
        rejectedFile.current = uploaded;
        return setErrors((before) => ({
          ...before,
          image_url: detailOf(outcome.error, "The image could not be uploaded."),
        }));
      }
      session.change({ image_url: outcome.url });
      flushSync(() => setFile((now) => (now === uploaded ? null : now)));
    },
    onLeft() {
      if (known.current.isListStale) listChanged(client);
    },
  });
  const { session, state } = document;
  const { base, local, conflict } = state.session;
  const stored = articleOf(base);
  // While there is a conflict its other side is what is stored.
  const values: FormValues = { ...effective(articleOf(conflict?.theirs ?? base), choices), ...local };
  const isNew = isBegun || stored === null;
  useStored(stored, known.current, {
    onCreated(article) {
      listCreated(client, article);
      onCreated(article.id);
    },
  });
  const tabs = useOtherTabs(
    stored ? `article:${stored.id}` : null,
    () => void session.refresh().catch(() => undefined),
  );
  const { announce } = tabs;
  const announced = useRef(base?.etag);
  const etag = base?.etag;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (announced.current && etag && announced.current !== etag) {
      known.current.isListStale = true;
      announce();
    }
    announced.current = etag;
  }, [etag]);

  /** Everything typed, with the newest text. */
  const full = (): FormValues => ({ ...values, ...session.current() });
  const comparison = useArticleConflict({
    account,
    session,
    conflict,
    isUndecided: opening.session.conflict !== null,
    element,
    current: () => full(),
    run,
  });

  const refuse = (wrong: FieldErrors, title: string, description: string) => {
    setErrors(wrong);
    show({ title, description, variant: "destructive" });
  };
  const words = ARTICLE_KIND.words;

  function save(options: SaveOptions, said: UpdateNote | null = null): Promise<DeskArticle | null> {
    note.sendWithSave(said);
    return submit(options).then((article) => article ?? null);
  }
  const submit = (options: SaveOptions) =>
    run(async (): Promise<DeskArticle | null> => {
      const again = () => void submit(options);
      if (session.state.session.conflict) {
        await comparison.ask(again);
        return null;
      }
      const wrong = missingIn(full(), articleOf(session.state.session.base));
      if (Object.keys(wrong).length > 0) {
        refuse(wrong, "Missing required fields", "Please fill out all required fields");
        return null;
      }
      let saved: DeskArticle | null = null;
      await session.submit({
        send: sendByHand,
        onStored(answer, { isLate, isComplete }) {
          const article = articleOf(answer);
          if (!article) return;
          saved = article;
          setErrors({});
          // What was chosen while the request waited is still to be saved.
          setChoices((now) => (now === sentChoices.current ? {} : withoutStored(now, article)));
          if (!storesItself) setFile(null);
          comparison.settle();
          show(options.said?.(article) ?? { title: isNew ? words.added : words.updated });
          note.onSaved();
          const isDone = isComplete && !options.staysOpen && !isLate;
          if (known.current.id !== null) listUpdated(client, article);
          else if (isDone) {
            // The room goes: it needs no address of the article.
            known.current.id = article.id;
            listCreated(client, article);
          }
          setIsBegun(false);
          if (!isDone) return;
          document.forget();
          onDone(isNew);
        },
        onFailed(error, facts) {
          const { title, fallback } = isNew && base === null ? words.adding : words.updating;
          if (!facts.isWaiting)
            return refuse(error instanceof ApiError ? error.errors : {}, title, detailOf(error, fallback));
          const description = `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(document.isRefused)}`;
          refuse({}, title, description);
        },
        onConflict: () => void comparison.ask(again),
      });
      return saved;
    });

  const hasChoices = Object.keys(choices).length > 0;
  const rejected = state.session.rejected;
  const at = state.savedAt;
  const autosave: AutosaveState = conflict
    ? { is: "conflict", at, isOwn: comparison.isOwn }
    : rejected
      ? { is: "refused", at, detail: rejected.detail }
      : { is: state.connection === "signed-out" ? "offline" : state.connection, at };
  const form = {
    element,
    base: stored,
    values,
    file,
    choices,
    storesItself,
    errors,
    note: state.session.isDeleted ? words.deleted : null,
    isBusy,
    isUnsaved: document.isUnsaved || hasChoices,
    isWaiting: state.isWaiting,
    draft: { keptAt: document.keptAt, isRefused: document.isRefused },
    autosave,
    /** What is stored, as of now: not as it was rendered. */
    latest: () => {
      const { base: now } = session.state.session;
      return { version: now ? versionedOf(now) : null };
    },
    session,
    /** Runs what changes the stored article, once everything typed is stored. Throws where that cannot be done. */
    async act(action: (before: Versioned<DeskArticle>) => Promise<Versioned<DeskArticle>>): Promise<void> {
      const done = await session.act(async (before) => ({ stored: storedOf(await action(versionedOf(before))) }));
      if (!done) throw new NotStoredError("What was typed could not be stored.");
    },
    flush: () => session.flush(),
    conflict: comparison,
    kind: ROOM_WORDS,
    isOpenTwice: tabs.hasOthers,
    current: () => ({ values: full(), file }),
    change(changed: Partial<FormValues>) {
      const { status, published_date: date, ...written } = changed;
      const chosen = { ...(status !== undefined && { status }), ...(date !== undefined && { published_date: date }) };
      if (Object.keys(chosen).length > 0) setChoices((before) => withoutStored({ ...before, ...chosen }, stored));
      const { content } = written;
      const typed = { ...written, ...(content !== undefined && { content: text.asStored(content) }) };
      if (Object.keys(typed).length > 0) session.change(typed as Partial<Written>);
      setErrors((before) => errorsAfter(before, changed));
    },
    setFile(chosen: File | null, field: "image_url") {
      setFile(chosen);
      setErrors((before) => errorsAfter(before, { [field]: true }));
    },
    save,
    run,
    forget: document.forget,
  };
  return { at: form, isNew, note, isScheduling, savedAt: state.savedAt };
}

const ROOM_WORDS = {
  ...ARTICLE_KIND,
  valuesOf,
  whose: ({ id }: DeskArticle) => createElement(NewestAuthor, { id }),
};

/** Status and time as chosen, or as stored. */
const effective = (stored: DeskArticle | null, choices: Choices): Required<Choices> => {
  const { status, published_date } = stored ? valuesOf(stored) : ARTICLE_KIND.empty;
  return { status, published_date, ...choices };
};

/** The choices that differ from what is stored. */
const withoutStored = (choices: Choices, stored: DeskArticle | null): Choices => {
  const now = effective(stored, {});
  const changed = Object.entries(choices).filter(([name, value]) => value !== now[name as keyof Choices]);
  return Object.fromEntries(changed);
};

/** The text in the editor. What was shown of a stored text counts as that text, in whatever other words the editor has it. */
function useShownText(editor: RefObject<RichTextHandle | null>) {
  const shown = useRef<{ html: string; content: string }>(null);
  const asStored = (html: string) => (html === shown.current?.html ? shown.current.content : html);
  return {
    asStored,
    collect: (): Partial<Written> => (editor.current ? { content: asStored(editor.current.html()) } : {}),
    show(content: string, report: (shown: Partial<Written>) => void) {
      if (!editor.current || content === asStored(editor.current.html())) return;
      editor.current.replace(content, "theirs");
      shown.current = { html: editor.current.html(), content };
      report({ content });
    },
  };
}

/** Reports the article once it is stored for the first time. */
function useStored(
  stored: DeskArticle | null,
  known: { id: number | null },
  { onCreated }: { onCreated: (article: DeskArticle) => void },
): void {
  const latest = useRef(onCreated);
  latest.current = onCreated;
  const id = stored?.id ?? null;
  const isFirst = id !== null && id !== known.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each article
  useLayoutEffect(() => {
    if (!isFirst || !stored) return;
    known.id = id;
    latest.current(stored);
  }, [isFirst, id]);
}
