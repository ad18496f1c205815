import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DocumentType } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/earlier-drafts.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";

/** The toast of a failure: its title, and a description in case the server sends none. */
type Failure = { title: string; fallback: string };

/** A change of a stored document as it is saved. */
export type SavedChange<Written extends object> = {
  values: Written;
  names: readonly (keyof Written & string)[];
  key: string;
  isAsked: boolean;
};

/**
 * What a type of document contributes to its writing room. Everything else is shared: autosaves, saving by hand, merging and
 * comparing two versions, work kept in the browser, discarding, presence, notes, and the frame of the room.
 *
 * A type uses it in four places; newsletter issues (`features/newsletter/issues/admin`) are the short example:
 * - `RoomScreen` is its screen. It opens the document, or what is kept of it, and renders the type's room component.
 * - That component calls `useRoomForm`, and renders `RoomFrame` with `RoomTexts`, its buttons and its settings.
 * - `useKeptDocuments`, called in the dashboard, sends what was typed while the server was unavailable.
 * - `KeptDocuments`, above the type's list, offers kept work that needs a decision.
 *
 * `Written` are the values that store themselves, `Choices` those that only a save by hand stores, such as a status. The
 * calls throw `ApiError` or `NetworkError`.
 */
export type RoomType<Row extends { id: number }, Written extends object, Choices extends object = object> = {
  /** Also what a document is called in sentences: "article". */
  type: DocumentType;
  /** The name under which this browser keeps what is not stored; that of the type, without this. */
  keptAs?: string;
  urlOf: (id: number | "new") => string;
  /** The values of a new document, and of a stored one. */
  empty: Written & Choices;
  valuesOf: (row: Row) => Written & Choices;
  choices: readonly (keyof Choices & string)[];
  titleOf: (values: Written) => string;
  /** The field that the editor writes, and that of a picture chosen in the settings. */
  textField: keyof Written & string;
  pictureField?: keyof Written & string;
  /** Fields that take over the value that the server returns; the others stay as typed. */
  takenOver: readonly (keyof Written & string)[];
  /** A typed text in the form in which it is compared with the stored one; as it is, without this. */
  plain?: (name: keyof Written & string, text: string) => string;
  /** Merges two changes of one text; undefined where they overlap. */
  merge?: (name: keyof Written & string, sides: { known: string; mine: string; theirs: string }) => string | undefined;
  /** How the fields are shown next to those of another version. */
  fields: VersionFields<Written & Choices>;
  /** Who has saved the newest version, and when. */
  whose?: (row: Row) => ReactNode;
  /** Whether changes of a stored document, or of a new one, are stored without being asked for. */
  storesItself: (row: Row | null) => boolean;
  /** Whether a new document counts as new until it is saved by hand, even if it has stored itself. */
  isAddedByHand?: boolean;
  /** Whether a new document may be created with these values; whenever something is typed, without this. */
  mayCreate?: (values: Written) => boolean;
  /** What a save by hand is refused for in the browser. */
  missingIn: (values: Written & Choices, stored: Row | null) => FieldErrors;
  read: (api: EditorApi, id: number, signal?: AbortSignal) => Promise<Versioned<Row>>;
  /** The values that a new document is created with by itself; as typed, without this. */
  begin?: (api: EditorApi, values: Written) => Promise<Written>;
  /** Creates a document that readers do not see, once under the key. */
  create: (api: EditorApi, values: Written, key: string) => Promise<Versioned<Row>>;
  /**
   * Stores the fields `names`, once under the key; 409 where others have changed the same. What has a time changes only if
   * the editor asked for it: `isAsked`.
   */
  save: (api: EditorApi, before: Versioned<Row>, change: SavedChange<Written>) => Promise<Versioned<Row>>;
  /** Stores one side of a conflict as another document. */
  copy: (api: EditorApi, values: Written & Choices, key: string) => Promise<Versioned<Row>>;
  /** Stores a copy of a document as a draft, under a title that says so. */
  duplicate: (api: EditorApi, row: Row, key: string) => Promise<Versioned<Row>>;
  /** The values of a new document that is made from a template, from the fields that the server stores of it. */
  valuesFromTemplate: (fields: Readonly<Record<string, unknown>>) => Partial<Written>;
  /** Whether the user has saved the newest version. */
  isOwnNewest: (api: EditorApi, id: number) => Promise<boolean>;
  /** Makes the newest version stay, whatever is stored next. */
  secureNewest: (api: EditorApi, id: number) => Promise<void>;
  /** The working copy of a document, which *Discard changes* deletes. Without this there is none. */
  workingCopy?: { isIn: (row: Row) => boolean; discard: (api: EditorApi, id: number) => Promise<void> };
  /** Updates the lists that show the document. `left`: it was changed in the room, which is left now. */
  onCreated: (client: QueryClient, row: Row) => void;
  onUpdated: (client: QueryClient, row: Row) => void;
  onLeft: (client: QueryClient) => void;
  /** What an earlier version of the program has kept, by the name of its form. */
  earlier?: Readonly<Record<string, (draft: UnsavedDraft) => UnsavedDraft<Written & Choices>>>;
  words: {
    /** The titles of the room, and its way back. */
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
