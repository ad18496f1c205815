import { closeHistory } from "@tiptap/pm/history";
import { DOMParser as DocumentParser } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { escapeText } from "#shared/html.ts";
import { parseInert } from "#ui/admin/inert-html.ts";
import { addPastedPicture } from "#ui/admin/session/waiting-pictures.ts";
import { pasteCard } from "./card-nodes.ts";
import { cleanPaste, hasPastedText, pasteOf } from "./clean-paste.ts";
import { blockGapAt } from "./drop.tsx";
import { guardedPaste } from "./guarded-paste.ts";
import { withoutMachineMarks } from "./machine-marks.ts";
import { picturesFor } from "./pasted-pictures.ts";

export type FileHandlers = {
  uploadAll: (files: File[], pos?: number) => Promise<void>;
  reportMissing: (count: number) => void;
  /** A paste could not be formatted: only its text was inserted. */
  reportPlain: () => void;
};

/** Handles paste and drop: files are uploaded, HTML is cleaned, Markdown is formatted. */
export function fileHandlers(handlers: () => FileHandlers | null): EditorProps {
  /** The clipboard of the current paste, because `transformPastedHTML` runs before `handlePaste` without the event. */
  let clipboard: DataTransfer | null = null;
  let missing = 0;
  const report = () => {
    if (missing > 0) handlers()?.reportMissing(missing);
    missing = 0;
  };
  return {
    handleDOMEvents: {
      paste: (_view, event) => {
        clipboard = event.clipboardData;
        return false;
      },
    },
    transformPastedText: withoutMachineMarks,
    transformPastedHTML: (html) => {
      let paste: ReturnType<typeof pasteOf>;
      try {
        paste = pasteOf(html);
      } catch {
        handlers()?.reportPlain();
        return plainHtml(clipboard?.getData("text/plain") ?? "");
      }
      missing = paste.missing;
      if (missing === 0 && !paste.hasData) return paste.html;
      const files = clipboard && paste.hasText ? picturesFor(missing, clipboard) : [];
      missing -= files.length;
      return pasteOf(html, { keep: addPastedPicture, files }).html;
    },
    handlePaste: (view, event, slice) => {
      clipboard = null;
      const files = [...(event.clipboardData?.files ?? [])];
      const html = event.clipboardData?.getData("text/html") ?? "";
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length === 0 && pasteCard(view, text)) return true;
      if (files.length === 0 && html === "" && pasteMarkdown(view, withoutMachineMarks(text))) return true;
      if (files.length === 0 || hasText(html)) {
        report();
        return guardedPaste(view, { event, slice }, () => handlers()?.reportPlain());
      }
      void handlers()?.uploadAll(files, view.state.selection.to);
      return true;
    },
    handleDrop: (view, event, _slice, isMoved) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!isMoved) report();
      if (isMoved || files.length === 0) return false;
      event.preventDefault();
      void handlers()?.uploadAll(files, blockGapAt(view, event).pos);
      return true;
    },
  };
}

function hasText(html: string): boolean {
  try {
    return hasPastedText(html);
  } catch {
    // What cannot be read is pasted as its text.
    return true;
  }
}

const plainHtml = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join("");

/** Limits in characters beyond which text is pasted unchanged: the parser is quadratic for some lines. */
const MAX_LENGTH = 150_000;
const MAX_PARAGRAPH = 4_000;

/** Line starts that alone identify Markdown: a heading, a fence. */
const STRONG = /^(?:#{1,6} \S|```|~~~)/;
/** Line starts that identify Markdown only together: a list, a quote, a divider, a table. */
const WEAK = /^(?:> ?\S|[-*+] \S|\d{1,3}[.)] \S|\*{3,}$|-{3,}$|_{3,}$|\|.{0,1000}\|$)/;
const FENCE = /^(?:```|~~~)/;
const CODE = /`[^`\n]{1,200}`/;

/** `[words](https://…)`. */
function hasLink(line: string): boolean {
  const at = line.indexOf("](http");
  return at > 0 && line.lastIndexOf("[", at) !== -1 && line.indexOf(")", at) !== -1;
}

/** `**words**`. */
function hasBold(line: string): boolean {
  const at = line.indexOf("**");
  return at !== -1 && /[^\s*]/.test(line[at + 2] ?? "") && line.indexOf("**", at + 3) !== -1;
}

function signsIn(line: string): number {
  if (STRONG.test(line) || hasLink(line)) return 2;
  return Number(WEAK.test(line)) + Number(hasBold(line)) + Number(CODE.test(line));
}

/** Whether a plain text is clearly Markdown: a heading, a fence, a link, or two other signs. */
export function isMarkdown(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  let signs = 0;
  let paragraph = 0;
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    const start = line.trim();
    if (FENCE.test(start)) isCode = !isCode;
    const begins = isCode || start === "" || STRONG.test(start) || WEAK.test(start);
    paragraph = (begins ? 0 : paragraph) + (isCode ? 0 : line.length);
    if (paragraph > MAX_PARAGRAPH) return false;
    signs += signsIn(start);
  }
  return signs > 1;
}

/**
 * Loads the Markdown parser when the editor opens, or with the first such paste. Its result is unsanitised
 * HTML; it throws if the text is nested too deeply.
 */
export async function loadMarkdown(): Promise<(text: string) => string> {
  const { Marked } = await import("marked");
  // HTML in plain text is text.
  const markdown = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } });
  return (text) => markdown.parse(text, { async: false });
}

/** Pastes clear Markdown first unchanged, then formatted, so that undo gives the plain text. Returns false for any other text. */
function pasteMarkdown(view: EditorView, text: string): boolean {
  const { $from, from } = view.state.selection;
  if ($from.parent.type.spec.code || !isMarkdown(text)) return false;
  view.pasteText(text);
  const { doc, selection } = view.state;
  void loadMarkdown().then((htmlOf) => {
    // If writing has continued, the plain text stays.
    if (view.isDestroyed || view.state.doc !== doc) return;
    const html = htmlOrNull(() => cleanPaste(htmlOf(text)));
    if (html !== null) formatRange(view, from, selection.to, html);
  }, keepPlainText);
  return true;
}

/** The plain text is already in the article, which is enough without a connection. */
const keepPlainText = () => {};

function htmlOrNull(parse: () => string): string | null {
  try {
    return parse();
  } catch (error) {
    // Thousands of nested lists and quotes: the text stays unchanged.
    if (error instanceof RangeError || String(error).includes("call stack")) return null;
    throw error;
  }
}

function formatRange(view: EditorView, from: number, to: number, html: string): void {
  const { state } = view;
  // The text may have replaced a selected block, whose place is between blocks.
  const pasted = TextSelection.between(state.doc.resolve(from), state.doc.resolve(to));
  const tr = closeHistory(state.tr).setSelection(pasted);
  const context = tr.selection.$from;
  const slice = DocumentParser.fromSchema(state.schema).parseSlice(parseInert(html).body, { context });
  view.dispatch(tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
}
