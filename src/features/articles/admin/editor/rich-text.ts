import type { Ref } from "react";

/** What a form can ask of the editor beyond its props. */
export type RichTextHandle = {
  /** The content as it is at this moment: what to save, as `onChange` may be 300 ms behind. */
  html: () => string;
  /** Puts other content in the place of what is there, as one step that can be undone: a restored draft. */
  replace: (html: string) => void;
  focus: () => void;
};

export type RichTextProps = {
  label: string;
  /** The HTML to begin with. Later values are not looked at: see `RichTextHandle.replace`, or change the key. */
  value: string;
  /** Told of changes within 300 ms, and at once on blur, Ctrl+S and submit. An empty article is an empty string. */
  onChange: (html: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  ref?: Ref<RichTextHandle>;
};
