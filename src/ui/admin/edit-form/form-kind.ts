import type { EditorApi } from "#shared/editor-api.tsx";
import type { ToastMessage } from "../../toast-message.ts";
import type { FieldErrors } from "../field-errors.ts";
import type { Work } from "./values.ts";
import type { VersionFields } from "./version-fields.ts";
import type { Versioned } from "./versions.ts";

/** What the toast of a failure says: its title, and a description for when the server gives none. */
type Failure = { title: string; fallback: string };

/** A kind of thing that editors add and change by a form. Its calls throw `ApiError` or `NetworkError`. */
export type FormKind<Row, Values extends object> = {
  /** Names its unsaved work in the browser. A name that was ever used is not given to another kind. */
  name: string;
  /** What it is, for example 'ad space'. */
  what: string;
  /** What its unsaved work is called. */
  titleOf: (values: Values) => string;
  /** How two versions of it are shown beside each other. */
  fields: VersionFields<Values>;
  /** A new one. */
  empty: Values;
  idOf: (row: Row) => number;
  valuesOf: (row: Row) => Values;
  /** What keeps the values from being sent at all, as sentences by field. */
  missingIn: (values: Values, before: Row | null) => FieldErrors;
  /** What is sent of what was typed, and stands in the form from then on; as it was typed, without this. */
  tidy?: (values: Values) => Values;
  /** Fields that take over what the server has made of them; the others stay as they were typed. */
  takenOver: readonly (keyof Values & string)[];
  /** The field that a chosen file goes before. */
  fileField?: keyof Values & string;
  /** Whether a form that is saved is done with. */
  closesWhenSaved: boolean;
  read: (api: EditorApi, id: number, signal?: AbortSignal) => Promise<Versioned<Row>>;
  /** `isRepeated`: the key has created it before, and this call has changed nothing. */
  create: (api: EditorApi, work: Work<Values>, key: string) => Promise<Versioned<Row> & { isRepeated: boolean }>;
  /** Changes that very version: any other is refused with 409. */
  update: (api: EditorApi, before: Versioned<Row>, work: Work<Values>) => Promise<Versioned<Row>>;
  /** What is saved as a draft of one's own, beside somebody else's version; without this, none is. */
  copyOf?: (values: Values) => Values;
  words: {
    added: string;
    updated: string;
    adding: Failure;
    updating: Failure;
    /** The toast of fields that were found wrong, where it is another one. */
    refused?: (errors: FieldErrors) => Pick<ToastMessage, "title" | "description"> | undefined;
    /** Said of work whose row is no longer there. */
    deleted: string;
  };
};
