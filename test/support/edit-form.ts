import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { Beginning } from "#ui/admin/edit-form/beginning.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { beginWork, formWork, type LivePart } from "#ui/admin/edit-form/form-work.ts";
import { createSaving, type SaveOptions } from "#ui/admin/edit-form/saving.ts";
import { createUnanswered } from "#ui/admin/edit-form/unanswered.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";

/** A row with a plain field, one that a file is sent for, and one that the server fills in. */
export type Page = { id: number; title: string; picture: string; date: string | null };
export type PageValues = Omit<Page, "id">;
export const EMPTY: PageValues = { title: "", picture: "", date: null };
export const DATE = "2026-11-20T12:00:00.000Z";

/** What becomes of a call: it, or its answer, is lost on the way, or a status comes instead of the server's answer. */
export type Fate = "arrives" | "is lost" | "answer is lost" | number;

/**
 * A server of one row with versions, creations under a key, and calls that fail as they are told to. `tag` is how a
 * version is called: by its number, unless given.
 */
export function createPageServer(tag = (version: number) => `"${version}-x"`) {
  const server = {
    page: null as Page | null,
    version: 0,
    /** How many rows were created, and whose each version was. */
    created: 0,
    authors: [] as string[],
    fates: [] as Fate[],
    store(author: string, values: Partial<PageValues>, file: File | null = null): Versioned<Page> {
      server.page = { ...EMPTY, id: 1, ...server.page, ...values };
      if (file) server.page.picture = `/media/${file.name}`;
      server.page.date ??= DATE;
      server.version += 1;
      server.authors[server.version] = author;
      return server.stored();
    },
    stored(): Versioned<Page> {
      if (!server.page) throw new ApiError(404, { detail: "No such page." });
      return { row: { ...server.page }, etag: tag(server.version) };
    },
  };
  const keys = new Set<string>();
  async function call<T>(handle: () => T): Promise<T> {
    const fate = server.fates.shift() ?? "arrives";
    if (typeof fate === "number") throw new ApiError(fate, { detail: `Status ${fate}.` });
    if (fate === "is lost") throw new NetworkError();
    const answer = handle();
    if (fate === "answer is lost") throw new NetworkError();
    return answer;
  }
  const kind: FormKind<Page, PageValues> = {
    name: "page",
    what: "page",
    titleOf: ({ title }) => title,
    fields: { title: field("Title"), picture: field("Picture"), date: field("Date") },
    empty: EMPTY,
    idOf: ({ id }) => id,
    valuesOf: ({ title, picture, date }) => ({ title, picture, date }),
    missingIn: ({ title }) => (title === "" ? { title: "Title is required." } : {}),
    tidy: ({ title, ...rest }) => ({ ...rest, title: title.trim() }),
    takenOver: ["picture", "date"],
    fileField: "picture",
    closesWhenSaved: true,
    read: () => call(server.stored),
    create: (_api, { values, file }, key) =>
      call(() => {
        if (keys.has(key)) return { ...server.stored(), isRepeated: true };
        keys.add(key);
        server.created += 1;
        return { ...server.store("me", values, file), isRepeated: false };
      }),
    update: (_api, before, { values, file }) =>
      call(() => {
        if (server.stored().etag !== before.etag) throw new ApiError(409, { detail: "It was changed meanwhile." });
        return server.store("me", values, file);
      }),
    words: {
      added: "Page added",
      updated: "Page updated",
      adding: { title: "Error adding page", fallback: "Could not add the page" },
      updating: { title: "Error updating page", fallback: "Could not update the page" },
      deleted: "This page was deleted meanwhile.",
    },
  };
  return { server, kind };
}
const field = (label: string) => ({ label, show: () => null });

/** The work of an open form, as the form's hook holds it: `at` is what one rendering of it sees. */
export function openWork<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  beginning: Beginning<Row, Values>,
  live?: LivePart<Values>,
) {
  let state = beginWork(kind, beginning);
  const at = () =>
    formWork(kind, {
      get: () => state,
      set: (change) => {
        state = { ...state, ...change(state) };
      },
      live: () => live,
    });
  return { at, state: () => state };
}

/** An open form that saves to the server of `kind`, with all that it has shown and reported. */
export function openSaving(kind: FormKind<Page, PageValues>, beginning: Beginning<Page, PageValues>) {
  const { at, state } = openWork(kind, beginning);
  const said: string[] = [];
  const form = {
    at,
    state,
    said,
    isWaiting: false,
    isGone: false,
    canClose: false,
    errors: {} as Record<string, string>,
    conflicts: [] as Versioned<Page>[],
    saved: [] as { etag: string; isNew: boolean }[],
    type: (values: Partial<PageValues>, file?: File | null) => {
      at().change(values);
      if (file !== undefined) at().setFile(file);
    },
    save: (options: SaveOptions<Page> = { staysOpen: true }) => rendered().save(at().base, options),
    over: (theirs: Versioned<Page>) => rendered().save(theirs, { staysOpen: true }),
  };
  const unanswered = createUnanswered(kind);
  const rendered = () => ({
    save: createSaving(kind, {
      at: at(),
      api: {} as EditorApi,
      show: ({ title, description }) => void said.push(description ? `${title}: ${description}` : title),
      retry: {
        schedule: () => {
          form.isWaiting = true;
        },
        stop: () => {
          form.isWaiting = false;
        },
      },
      unanswered,
      isRefused: () => false,
      isGone: () => form.isGone,
      setErrors: (errors) => {
        form.errors = errors;
      },
      onSaved: ({ etag }, isNew, canClose) => {
        form.saved.push({ etag, isNew });
        form.canClose = canClose;
      },
      onFound: () => void said.push("found"),
      onLost: () => {
        at().loseBase();
        said.push("lost");
      },
      onConflict: (theirs) => void form.conflicts.push(theirs),
    }),
  });
  return form;
}
