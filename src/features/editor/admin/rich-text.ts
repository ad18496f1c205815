import type { Editor, Extensions } from "@tiptap/core";
import type { ComponentType, Ref } from "react";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import type { Tool } from "./internal/tools.ts";

export type { Tool };

/** What the editor has for content that may contain more than an article: nodes, and how they are inserted. */
export type EditorAddition = {
  extensions: Extensions;
  /** The second group of the toolbar; the slash menu shows `description`, and finds each by `words`. */
  tools: readonly (Tool & { description: string; words: string })[];
  /** Tools of articles that it has no use for, by the dialog that they open. */
  hidden: readonly string[];
  /** The dialogs that its tools open, by name. */
  dialogs: Readonly<Record<string, ComponentType<{ editor: Editor; onClose: () => void }>>>;
  /** The dialog of the selected node, which Enter and a double click open. */
  dialogOf: (editor: Editor) => string | null;
  placeholder: string;
};

/** What a form can request from the editor beyond its props. */
export type RichTextHandle = {
  /** The current content, which is what to save: `onChange` may lag by 300 ms. */
  html: () => string;
  /**
   * Replaces what differs of the content, as one step that can be undone; `theirs`: others' changes, which the user does not
   * undo. Cursor and scroll position stay.
   */
  replace: (html: string, whose?: "theirs") => void;
  focus: () => void;
  find: () => void;
  /** Moves the cursor to a heading, by its place in `TextStats.outline`. */
  goTo: (heading: number) => void;
  showKeys: () => void;
  /** Selects an element of the text and scrolls it into view: the `at`th of those that match a CSS selector. */
  show: (selector: string, at: number) => void;
  /** Puts a picture of the library before the text, with its caption and credit; one step that can be undone. */
  beginWith: (picture: StoredPicture) => void;
  /** Shows a stored picture instead of those of an address; removes those, with their captions, if it is null. */
  replacePictures: (address: string, url: string | null) => void;
  /** Selects a passage of `RichTextProps.passages` and scrolls it into view. */
  showPassage: (id: number) => void;
  /** Scrolls a passage into view if it is not, and leaves focus and selection as they are. */
  revealPassage: (id: number) => void;
};

/** A passage of the text that something beside it is about; found by its words. `none`: it is not shown as one. */
export type Passage = { id: number; quote: string; look: "open" | "quiet" | "current" | "none" };

/** Passages that are marked while the text is written, and never become part of it. */
export type Passages = {
  list: readonly Passage[];
  /** Called with the ids of those that are in the text, in its order, whenever these change. */
  onPlaced: (ids: readonly number[]) => void;
  /** One was clicked; `isAsked`: its note was asked for, by button or key. */
  onOpen: (id: number, isAsked: boolean) => void;
  /** A note on these words of the text is to be written; empty for none of them. */
  onAdd: (quote: string) => void;
};

/** A block of a text, found again in another version of it: how many are before it, and fingerprints of it and its neighbours. */
export type BlockPlace = { at: number; near: string[] };

/** Somebody else, who has the cursor in a block of the text. */
export type OtherInText = { id: number; name: string; block: BlockPlace };

/** Where others are in the text while it is written. `list` is to stay the same object while it says the same. */
export type Others = {
  list: readonly OtherInText[];
  /** Called within a second after the cursor has come into another block. */
  onPlace: (block: BlockPlace) => void;
};

/** Numbers and outline of a text. `characters`: of scripts without spaces between words. `minutes`: of reading, rounded. */
export type TextStats = {
  words: number;
  characters: number;
  minutes: number;
  outline: readonly { level: number; text: string }[];
};

/** A plain text field of the form above the editor, which find and replace include. `name`: that of its element. */
export type FoundField = { name: string; label: string; text: string; onChange: (text: string) => void };

export type RichTextProps = {
  label: string;
  /** Hides the label visually, where the place says what is written there. */
  labelHidden?: boolean | undefined;
  /** The language of the text, as a BCP 47 tag; empty for the site's. */
  language?: string | undefined;
  /** The initial HTML. Later values are ignored: see `RichTextHandle.replace`, or change the key. */
  value: string;
  /** Called within 300 ms of a change, and at once on blur, Ctrl+S and submit. An empty article is an empty string. */
  onChange: (html: string) => void;
  /** Called within 300 ms of a change, and at first. A screen that asks for it shows the numbers instead of the editor. */
  onStats?: (stats: TextStats) => void;
  /** The address of the page that readers get, for links to its headings; without one there are none. */
  pageUrl?: string | undefined;
  /** For content that may contain more than an article. It must not change. */
  addition?: EditorAddition | undefined;
  /** Without this there are no notes on passages. Their `list` is to stay the same object while it says the same. */
  passages?: Passages | undefined;
  fields?: readonly FoundField[];
  others?: Others | undefined;
  error?: string | undefined;
  disabled?: boolean;
  ref?: Ref<RichTextHandle>;
};
