import type { ReactNode } from "react";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { ToastMessage } from "../../toast-stage.tsx";
import type { FieldErrors } from "../field-errors.ts";
import type { Saved, Versioned } from "./versions.ts";

/** The toast of a failure: its title, and a description in case the server sends none. */
type Failure = { title: string; fallback: string };

/** A kind of row that editors add and change with a form. Its calls throw `ApiError` or `NetworkError`. */
export type FormKind<Row, Values extends object> = {
  /** The key of its unsaved work in the browser. Never reuse a name for another kind. */
  name: string;
  /** What it is called, for example 'ad space'. */
  what: string;
  /** The title of its unsaved work. */
  titleOf: (values: Values) => string;
  /** How the fields of two versions are shown next to each other; nothing for an empty one. */
  fields: Record<keyof Values & string, { label: string; show: (values: Values) => ReactNode }>;
  /** The values of a new one. */
  empty: Values;
  idOf: (row: Row) => number;
  valuesOf: (row: Row) => Values;
  /** Errors that prevent sending, as sentences by field. */
  missingIn: (values: Values, before: Row | null) => FieldErrors;
  /** Normalises the values before they are sent, also in the form; without this they are sent as typed. */
  tidy?: (values: Values) => Values;
  read: (api: EditorApi, id: number, signal?: AbortSignal) => Promise<Versioned<Row>>;
  /** `hasOthers`: an earlier call with the key created it, and this one changed nothing. */
  create: (api: EditorApi, values: Values, key: string) => Promise<Saved<Row>>;
  /** Changes exactly this version; the server rejects any other with 409. */
  update: (api: EditorApi, before: Versioned<Row>, values: Values) => Promise<Versioned<Row>>;
  words: {
    added: string;
    updated: string;
    adding: Failure;
    updating: Failure;
    /** The toast for invalid fields, if not the default one. */
    refused?: (errors: FieldErrors) => Pick<ToastMessage, "title" | "description"> | undefined;
    /** The note on work whose row no longer exists. */
    deleted: string;
  };
};
