import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { failureToast, useToast } from "#ui/admin/toasts.tsx";
import { type Beginning, DELETED } from "./beginning.ts";
import { createArticle, readArticle, updateArticle, type Versioned } from "./calls.ts";
import { putAside } from "./draft-store.ts";
import type { RichTextHandle } from "./editor/rich-text-editor.tsx";
import { changeBody, createForm, differing, type FormValues, missingIn, NEW_VALUES, valuesOf } from "./form-values.ts";
import { listCreated, listUpdated } from "./list-cache.ts";
import { useDraft } from "./use-draft.ts";
import { useOnce } from "./use-once.ts";

type Work = { values: FormValues; file: File | null };
type Props = {
  account: string;
  beginning: Beginning;
  form: RefObject<HTMLFormElement | null>;
  editor: RefObject<RichTextHandle | null>;
  /** All is saved and the form may go. */
  onDone: (article: Versioned["article"]) => void;
  /** A new article was saved, and is being written on. */
  onCreated: (article: Versioned["article"]) => void;
};

/** The article form at work: what is typed, how it is saved, and what becomes of it when that fails. */
export function useArticleForm({ account, beginning, form, editor, onDone, onCreated }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { restored } = beginning;
  const [base, setBase] = useState(beginning.base);
  const [saved, setSaved] = useState<FormValues>(base ? valuesOf(base.article) : NEW_VALUES);
  const [work, setWork] = useState<Work>(restored ?? { values: saved, file: null });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [note, setNote] = useState(beginning.note);
  const [conflict, setConflict] = useState(beginning.conflict);
  /** Whether the comparison came from a refused save: then keeping one's own saves it. */
  const [wasRefused, setWasRefused] = useState(false);
  const { isBusy, once } = useOnce();
  useErrorFocus(form, errors);
  const latest = useRef(work);
  latest.current = work;

  /** All that is typed, the editor's last words included. */
  const current = (): Work => {
    const { values, file } = latest.current;
    return { values: { ...values, content: editor.current?.html() ?? values.content }, file };
  };
  const isUnsaved = work.file !== null || differing(work.values, saved).length > 0;
  const draft = useDraft({
    account,
    article: base?.article.id ?? null,
    etag: base?.etag ?? null,
    work,
    isUnsaved,
    current,
    resumed: restored?.key ?? null,
  });

  const change = (values: Partial<FormValues>) =>
    setWork((before) => ({ ...before, values: { ...before.values, ...values } }));

  function fail(title: string, error: unknown, fallback: string) {
    const fields = error instanceof ApiError ? error.errors : {};
    setErrors(fields);
    show(failureToast(error, title, fallback));
  }

  /** Says what a new article lacks. */
  function refuse(missing: FieldErrors) {
    setErrors(missing);
    const description = "Please fill out all required fields";
    show({ title: "Missing required fields", description, variant: "destructive" });
  }

  /** What was sent is saved now. What was typed meanwhile is not, and keeps the form open. */
  function settle(sent: Work, answer: Versioned, staysOpen: boolean) {
    const isNew = base === null;
    const now = current();
    const isSame = differing(now.values, sent.values).length === 0 && now.file === sent.file;
    setErrors({});
    setNote(null);
    setConflict(null);
    if (isSame && !staysOpen) {
      draft.forget();
      return onDone(answer.article);
    }
    // Pictures that came along have an address now; the rest stays as it is being typed.
    const { image_url, content } = valuesOf(answer.article);
    const values = { ...sent.values, image_url, content };
    const keeps = now.values.content !== sent.values.content;
    setBase(answer);
    setSaved(values);
    setWork({
      values: { ...now.values, image_url, content: keeps ? now.values.content : content },
      file: now.file === sent.file ? null : now.file,
    });
    if (!keeps && content !== sent.values.content) editor.current?.replace(content);
    if (isNew) onCreated(answer.article);
  }

  const save = (staysOpen: boolean) =>
    once(async () => {
      const sent = current();
      if (base === null) {
        const missing = missingIn(sent.values);
        if (Object.keys(missing).length > 0) return refuse(missing);
        try {
          const answer = await createArticle(api, createForm(sent.values, sent.file));
          listCreated(client, answer.article);
          show({ title: "Article added" });
          settle(sent, answer, staysOpen);
        } catch (error) {
          fail("Error adding article", error, "Could not add the article");
        }
      } else await update(base, sent, staysOpen);
    });

  async function update(from: Versioned, sent: Work, staysOpen: boolean): Promise<boolean> {
    try {
      const answer = await updateArticle(api, from, changeBody(from.article, sent.values, sent.file));
      listUpdated(client, answer.article);
      show({ title: "Article updated" });
      settle(sent, answer, staysOpen);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await compare(from);
      if (error instanceof ApiError && error.status === 404) loseBase();
      fail("Error updating article", error, "Could not update the article");
      return false;
    }
  }

  function loseBase() {
    setBase(null);
    setSaved(NEW_VALUES);
    setNote(DELETED);
  }

  /** Somebody else was faster: both versions are shown. */
  async function compare(from: Versioned) {
    const theirs = await readArticle(api, from.article.id).catch(() => null);
    if (!theirs) return;
    setWasRefused(true);
    setConflict(theirs);
  }

  /** The version that is not chosen stays in this browser, where it can. */
  const keep = (version: Versioned, kept: Work, isReplaced: boolean) =>
    putAside({ account, article: version.article.id, ...kept, isReplaced }).catch(() => undefined);

  function adopt(theirs: Versioned) {
    const values = valuesOf(theirs.article);
    setBase(theirs);
    setSaved(values);
    setWork({ values, file: null });
    setErrors({});
    setConflict(null);
    editor.current?.replace(values.content);
  }

  const resolve = {
    keepMine: () =>
      once(async () => {
        if (!conflict) return;
        const theirs = conflict;
        if (!wasRefused) {
          setBase(theirs);
          setSaved(valuesOf(theirs.article));
          setConflict(null);
          return;
        }
        setConflict(null);
        if (await update(theirs, current(), false))
          await keep(theirs, { values: valuesOf(theirs.article), file: null }, true);
      }),
    takeTheirs: () =>
      once(async () => {
        if (!conflict) return;
        await keep(conflict, current(), false);
        adopt(conflict);
      }),
    copy: () =>
      once(async () => {
        if (!conflict) return;
        const { values, file } = current();
        try {
          const answer = await createArticle(api, createForm({ ...values, status: "draft" }, file));
          listCreated(client, answer.article);
          show({ title: "Article added" });
          adopt(conflict);
        } catch (error) {
          fail("Error adding article", error, "Could not add the article");
        }
      }),
    close: () => setConflict(null),
  };

  return {
    base,
    work,
    errors,
    isBusy,
    isUnsaved,
    note,
    draft,
    conflict,
    wasRefused,
    change,
    setFile: (file: File | null) => setWork((before) => ({ ...before, file })),
    save,
    resolve,
    current,
  };
}
