import type { ReactNode } from "react";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { ToastMessage } from "../../toast-stage.tsx";
import type { FieldErrors } from "../field-errors.ts";
import type { Work } from "./values.ts";
import type { VersionFields } from "./version-fields.ts";
import type { Versioned } from "./versions.ts";

/** The toast of a failure: its title, and a description in case the server sends none. */
type Failure = { title: string; fallback: string };

/** Which fields are stored while they are typed, and how. */
export type Autosave<Row, Values extends object> = {
  /** Fields that only saving by hand stores. */
  leaves: readonly (keyof Values & string)[];
  /**
   * Stores the fields `names` of a row as a change of the version that the tag of `before` names, and returns it with
   * what others have stored since. `isRetry`: it may have been stored before. Throws `ApiError`, 409 where others have
   * changed the same, or `NetworkError`.
   */
  store: (
    api: EditorApi,
    before: Versioned<Row>,
    values: Values,
    names: readonly (keyof Values & string)[],
    options?: { isRetry: boolean },
  ) => Promise<Versioned<Row>>;
  /** What a new row is created with, once it may be; without this only saving by hand creates it. */
  begin?: (api: EditorApi, values: Values) => Promise<Values>;
  /** Whether these values may create a row; always, without this. */
  mayBegin?: (values: Values) => boolean;
  /** Whether work that was kept in the browser may be stored in this row, perhaps hours later; always, without this. */
  mayStoreLater?: (row: Row) => boolean;
};

/** A kind of row that editors add and change with a form. Its calls throw `ApiError` or `NetworkError`. */
export type FormKind<Row, Values extends object> = {
  /** The key of its unsaved work in the browser. Never reuse a name for another kind. */
  name: string;
  /** What it is called, for example 'ad space'. */
  what: string;
  /** The title of its unsaved work. */
  titleOf: (values: Values) => string;
  /** How two versions are shown next to each other. */
  fields: VersionFields<Values>;
  /** Who has stored the newest version, and when. */
  whose?: (row: Row) => ReactNode;
  /** Whether the user has stored the newest version, elsewhere; without this it is unknown. */
  isOwn?: (api: EditorApi, row: Row) => Promise<boolean>;
  /** The values of a new one. */
  empty: Values;
  idOf: (row: Row) => number;
  valuesOf: (row: Row) => Values;
  /** Errors that prevent sending, as sentences by field. */
  missingIn: (values: Values, before: Row | null) => FieldErrors;
  /** Normalises the values before they are sent, also in the form; without this they are sent as typed. */
  tidy?: (values: Values) => Values;
  /** Fields that adopt the value the server returns; the others stay as typed. */
  takenOver: readonly (keyof Values & string)[];
  /**
   * Merges what was typed into a field with what others have stored of it since both were `base`; undefined where they
   * overlap. Without this only one of the two can be kept.
   */
  merge?: <Name extends keyof Values & string>(
    name: Name,
    sides: { base: Values[Name]; mine: Values[Name]; theirs: Values[Name] },
    etags: { before: string | null; after: string },
  ) => Values[Name] | undefined;
  /** The field that a chosen file overrides. */
  fileField?: keyof Values & string;
  /**
   * Uploads a picture that a text holds, as the server could not be reached when it was put there; returns its address.
   * Without this, texts hold none.
   */
  upload?: (api: EditorApi, file: File) => Promise<string>;
  /** Whether saving closes the form. */
  closesWhenSaved: boolean;
  read: (api: EditorApi, id: number, signal?: AbortSignal) => Promise<Versioned<Row>>;
  /** `isRepeated`: an earlier call with the key created it, and this one changed nothing. */
  create: (api: EditorApi, work: Work<Values>, key: string) => Promise<Versioned<Row> & { isRepeated: boolean }>;
  /** Changes exactly this version: any other is refused with 409. */
  update: (api: EditorApi, before: Versioned<Row>, work: Work<Values>) => Promise<Versioned<Row>>;
  /** Stores work while it is typed; without this it is only stored by hand. */
  autosave?: Autosave<Row, Values>;
  /** Makes sure that the stored version stays among the versions when another one replaces it now. */
  secure?: (api: EditorApi, row: Row) => Promise<void>;
  /** The values of a copy of one's own version, saved next to somebody else's; without this, copies are not offered. */
  copyOf?: (values: Values) => Values;
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
