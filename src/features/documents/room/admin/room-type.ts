import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DocumentTypeName } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { Saved, Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import type { VersionFields } from "./version-fields.ts";

/** The toast of a failure: its title, and the fallback description. */
type Failure = { title: string; fallback: string };

/** A change to save. */
export type SavedChange<Written extends object> = {
  values: Written;
  names: readonly (keyof Written & string)[];
  key: string;
  isAsked: boolean;
};

/** What documents have and suggestions for them do not: they are created, listed, and have versions. */
type DocumentParts<Row extends { id: number }, Written extends object, Choices extends object> = {
  /** Whether a new document may be created with these values; by default when anything is typed. */
  mayCreate?: (values: Written) => boolean;
  /** Validation errors of a manual save. */
  missingIn: (values: Written & Choices, stored: Row | null) => FieldErrors;
  /** Creates an unpublished document, once per key. */
  create: (api: EditorApi, values: Written, key: string) => Promise<Saved<Row>>;
  /** Stores a copy of a document as a draft with a title that says so. */
  duplicate: (api: EditorApi, row: Row, key: string) => Promise<Versioned<Row>>;
  /** The values of a new document, from the stored fields of a template. */
  valuesFromTemplate: (fields: Readonly<Record<string, unknown>>) => Partial<Written>;
  /** Who has saved the newest version. */
  newestSaver: (api: EditorApi, id: number) => Promise<Saver>;
  /** Protects the newest version from being folded. */
  secureNewest: (api: EditorApi, id: number) => Promise<void>;
  /** Updates the lists that show the document. `left`: the room is left after changes. */
  onCreated: (client: QueryClient, row: Row) => void;
  onUpdated: (client: QueryClient, row: Row) => void;
  onLeft: (client: QueryClient) => void;
};

/** What a document type contributes to its writing room. */
export type RoomType<Row extends { id: number }, Written extends object, Choices extends object = object> = EditedType<
  Row,
  Written,
  Choices
> &
  DocumentParts<Row, Written, Choices>;

/**
 * What a writing room needs of a document type, or of suggestions for it. Everything else is shared: autosaves, manual saves, merging,
 * version comparison, unsaved work in the browser, discarding, presence, notes, and the frame.
 * A type uses it in four places; newsletter issues (`features/newsletter/issues/admin`) are the short example:
 * - `RoomScreen` opens the document or unsaved work, and renders the type's room component.
 * - That component calls `useRoomForm`, and renders `RoomFrame` with `RoomTexts`, its buttons and its settings.
 * - `useKeptDocuments`, called in the dashboard, sends work that was typed offline.
 * - `KeptDocuments`, above the type's list, offers unsaved work that needs a decision.
 * `Written` are autosaved values, `Choices` those stored only by a manual save, such as a status. Requests throw
 * `ApiError` or `NetworkError`.
 */
export type EditedType<Row extends { id: number }, Written extends object, Choices extends object = object> = Partial<
  DocumentParts<Row, Written, Choices>
> & {
  /** Also the noun in sentences: "article". */
  type: DocumentTypeName;
  /** The storage name of unsaved work in this browser; the type's name by default. */
  keptAs?: string;
  urlOf: (id: number | "new") => string;
  empty: Written & Choices;
  valuesOf: (row: Row) => Written & Choices;
  choices: readonly (keyof Choices & string)[];
  titleOf: (values: Written) => string;
  /** The content field, and the field of the picture chosen in the settings. */
  textField: keyof Written & string;
  pictureField?: keyof Written & string;
  /** Fields that adopt the server's value; the others stay as typed. */
  takenOver: readonly (keyof Written & string)[];
  /** Normalises a typed text for comparison with the stored one; identity by default. */
  plain?: (name: keyof Written & string, text: string) => string;
  /** The display of fields in a comparison of versions. */
  fields: VersionFields<Written & Choices>;
  /** Author and time of the newest version. */
  whose?: (row: Row) => ReactNode;
  /** Whether changes of a stored document, or of a new one, are autosaved. */
  storesItself: (row: Row | null) => boolean;
  /** Whether an autosaved new document counts as new until it is saved manually. */
  isAddedByHand?: boolean;
  read: (api: EditorApi, id: number, signal?: AbortSignal) => Promise<Versioned<Row>>;
  /** The values of an autosaved new document; as typed by default. */
  begin?: (api: EditorApi, values: Written) => Promise<Written>;
  /**
   * Stores the fields `names`, once per key; 409 if others have changed the same. A scheduled document changes only if
   * the editor asked for it (`isAsked`).
   */
  save: (api: EditorApi, before: Versioned<Row>, change: SavedChange<Written>) => Promise<Saved<Row>>;
  /** Stores one side of a conflict as another document. */
  copy: (api: EditorApi, values: Written & Choices, key: string) => Promise<Versioned<Row>>;
  /** The working copy of a document, deleted by *Discard changes*; undefined if the type has none. */
  workingCopy?: { isIn: (row: Row) => boolean; discard: (api: EditorApi, id: number) => Promise<void> };
  words: {
    /** The titles of the room, and its link back. */
    new: string;
    edit: string;
    back: string;
    added: string;
    updated: string;
    adding: Failure;
    updating: Failure;
    deleted: string;
  };
};
