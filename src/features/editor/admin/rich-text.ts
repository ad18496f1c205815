import type { Ref } from "react";

/** What a form can request from the editor beyond its props. */
export type RichTextHandle = {
  /** The current content, which is what to save: `onChange` may lag by 300 ms. */
  html: () => string;
  /** Replaces the content, for example with a restored draft, as one step that can be undone. */
  replace: (html: string) => void;
  focus: () => void;
  /** Opens the panel that finds and replaces. */
  find: () => void;
  /** Moves the cursor to a heading, by its place in `TextStats.outline`. */
  goTo: (heading: number) => void;
  /** Lists the editor's keys. */
  showKeys: () => void;
  /** Selects an element of the text and scrolls it into view: the `at`th of those that match a CSS selector. */
  show: (selector: string, at: number) => void;
};

/** What is said of a text beside it. `minutes`: how long reading takes, rounded, at least 1 if there are words. */
export type TextStats = { words: number; minutes: number; outline: readonly { level: number; text: string }[] };

export type RichTextProps = {
  label: string;
  /** Hides the label visually, where the place says what is written there. */
  labelHidden?: boolean | undefined;
  /** The initial HTML. Later values are ignored: see `RichTextHandle.replace`, or change the key. */
  value: string;
  /** Called within 300 ms of a change, and at once on blur, Ctrl+S and submit. An empty article is an empty string. */
  onChange: (html: string) => void;
  /**
   * Called within 300 ms of a change of what is said of the text, and at first. A screen that asks for it shows it
   * itself, with outline, search and keys (`RichTextHandle`); otherwise the editor does, below the text.
   */
  onStats?: (stats: TextStats) => void;
  error?: string | undefined;
  disabled?: boolean;
  ref?: Ref<RichTextHandle>;
};
