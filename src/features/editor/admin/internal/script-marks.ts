import { Mark } from "@tiptap/core";

/** Superscript and subscript. A reference to a footnote is a node of its own, whose rule comes first. */
const scriptMark = (name: string, tag: string, key: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const Superscript = scriptMark("superscript", "sup", "Mod-.");
export const Subscript = scriptMark("subscript", "sub", "Mod-,");
