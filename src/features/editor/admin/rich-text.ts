import type { Editor, Extensions } from "@tiptap/core";
import type { ComponentType, ReactNode, Ref } from "react";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import type { WordFinder } from "#shared/house-words.ts";
import type { Tool } from "./internal/tools.ts";

export type { Tool };

/** An extension of the editor for content beyond articles: nodes, and tools that insert them. */
export type EditorAddition = {
  extensions: Extensions;
  /** The second group of the toolbar; the slash menu shows `description` and matches `words`. */
  tools: readonly (Tool & { description: string; words: string })[];
  /** Hidden tools of articles, by their dialog. */
  hidden: readonly string[];
  /** The dialogs of its tools, by name. */
  dialogs: Readonly<Record<string, ComponentType<{ editor: Editor; onClose: () => void }>>>;
  /** The dialog of the selected node, opened by Enter and double click. */
  dialogOf: (editor: Editor) => string | null;
  placeholder: string;
};

/** Commands of the editor for its form. */
export type RichTextHandle = {
  /** The current content, to be saved instead of the last `onChange`, which may lag by 300 ms. */
  html: () => string;
  /**
   * Replaces the changed parts of the content as one undo step; `theirs`: changes of other users, which cannot be
   * undone. Cursor and scroll position stay.
   */
  replace: (html: string, whose?: "theirs") => void;
  focus: () => void;
  find: () => void;
  /** Moves the cursor to a heading, by its index in `TextStats.outline`. */
  goTo: (heading: number) => void;
  showKeys: () => void;
  /** Selects an element of the text and scrolls it into view: number `at` of the matches of a CSS selector. */
  show: (selector: string, at: number) => void;
  /** Inserts a picture of the library before the text, with caption and credit, as one undo step. */
  beginWith: (picture: StoredPicture) => void;
  /** Replaces the pictures of an address by a stored one, or removes them with their captions if it is null. */
  replacePictures: (address: string, url: string | null) => void;
  /** Selects a passage of `RichTextProps.passages` and scrolls it into view. */
  showPassage: (id: number) => void;
  /** Scrolls a passage into view without changing focus or selection. */
  revealPassage: (id: number) => void;
  /** Scrolls a suggestion into view without changing focus or selection. */
  showSuggestion: (id: string) => void;
};

/** A passage of the text with a note, found by its words. `none`: not marked. */
export type Passage = { id: number; quote: string; look: "open" | "quiet" | "current" | "none" };

/** Passages marked in the editor only. */
export type Passages = {
  list: readonly Passage[];
  /** Called with the ids of existing passages in text order, whenever they change. */
  onPlaced: (ids: readonly number[]) => void;
  /** Called when a passage is clicked; `isAsked`: opened by button or key. */
  onOpen: (id: number, isAsked: boolean) => void;
  /** Called to start a note on these words of the text; empty for none. */
  onAdd: (quote: string) => void;
};

/** A caret in a block: characters before both ends of the selection, and a fingerprint of those just before the caret. */
export type CaretPlace = { head: number; anchor: number; near: string };

/** Identifies a block across versions of a text: its index, and fingerprints of it and its neighbours. */
export type BlockPlace = { at: number; near: string[]; caret?: CaretPlace | undefined };

/** Another user with the cursor in a block of the text. */
export type OtherInText = { id: number; name: string; block: BlockPlace };

/** Positions of other users in the text. `list` must be referentially stable while it is unchanged. */
export type Others = {
  list: readonly OtherInText[];
  /** Called within a second after the cursor has moved. */
  onPlace: (block: BlockPlace) => void;
};

/** Something to decide about a block of the text, shown below it: the block with these words, or after another one. */
export type CardInText = { id: string; words: string; before: string; card: ReactNode };

/** A suggestion in the text, with the account that makes it. */
export type SuggestionInText = { id: string; person: number; name: string; isMine: boolean };

/** Suggestions in the text. `mode`: whether typing changes the text or suggests. `list` must be referentially stable. */
export type Suggestions = {
  mode: "edit" | "suggest";
  list: readonly SuggestionInText[];
  current: string | null;
  /** Called with the ids in text order, whenever they may have changed. */
  onPlaced: (ids: readonly string[]) => void;
  /** Called when the cursor enters a suggestion. */
  onReach: (id: string) => void;
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
  /** Hides the label visually. */
  labelHidden?: boolean | undefined;
  /** The language of the text, as a BCP 47 tag; empty for the site's. */
  language?: string | undefined;
  /** The initial HTML. Later values are ignored: see `RichTextHandle.replace`, or change the key. */
  value: string;
  /** Called within 300 ms of a change, and immediately on blur, Ctrl+S and submit. An empty article is an empty string. */
  onChange: (html: string) => void;
  /** Called initially and within 300 ms of a change. Moves the numbers from the editor to the screen. */
  onStats?: (stats: TextStats) => void;
  /** The public address, for links to headings; without it there are none. */
  pageUrl?: string | undefined;
  /** The extension for content beyond articles. Must not change. */
  addition?: EditorAddition | undefined;
  /** Enables notes on passages. Their `list` must be referentially stable while it is unchanged. */
  passages?: Passages | undefined;
  fields?: readonly FoundField[];
  others?: Others | undefined;
  cards?: readonly CardInText[] | undefined;
  suggestions?: Suggestions | undefined;
  /** Finds words that the house style avoids. Must be referentially stable while the words are unchanged. */
  houseWords?: WordFinder | undefined;
  error?: string | undefined;
  disabled?: boolean;
  /** Shows the text without tools; notes and suggestions stay marked in it. */
  isReadOnly?: boolean;
  ref?: Ref<RichTextHandle>;
};
