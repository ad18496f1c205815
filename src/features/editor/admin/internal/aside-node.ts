import { type Editor, Node } from "@tiptap/core";
import { ASIDES, type AsideKind } from "#features/content/model.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    aside: {
      /** Wraps the selected lines in an aside; changes the kind of an existing one, or unwraps the same kind. */
      toggleAside: (kind: AsideKind) => ReturnType;
      /** The same for any kind of callout. */
      toggleCallout: () => ReturnType;
      setCallout: (kind: AsideKind) => ReturnType;
    };
  }
}

const KINDS = Object.keys(ASIDES) as AsideKind[];
const DEFAULT_KIND: AsideKind = "callout-note";

const isKind = (name: string): name is AsideKind => KINDS.some((kind) => kind === name);

/** The kind of aside around the selection; null outside. */
export const asideAt = (editor: Editor): AsideKind | null => {
  const { kind } = editor.getAttributes("aside");
  return editor.isActive("aside") && isKind(kind) ? kind : null;
};

/** A pull quote or a callout. */
export const Aside = Node.create({
  name: "aside",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    kind: {
      default: DEFAULT_KIND,
      parseHTML: ({ classList }: HTMLElement) => [...classList].find(isKind) ?? DEFAULT_KIND,
      renderHTML: ({ kind }) => ({ class: kind }),
    },
  }),
  parseHTML: () => KINDS.map((kind) => ({ tag: `aside.${kind}` })),
  renderHTML: ({ HTMLAttributes }) => ["aside", HTMLAttributes, 0],
  addCommands: () => ({
    toggleAside:
      (kind) =>
      ({ editor, commands }) => {
        const before = asideAt(editor);
        if (before === kind) return commands.lift("aside");
        return before === null ? commands.wrapIn("aside", { kind }) : commands.updateAttributes("aside", { kind });
      },
    toggleCallout:
      () =>
      ({ editor, commands }) => {
        const before = asideAt(editor);
        return commands.toggleAside(before === null || before === "pull-quote" ? DEFAULT_KIND : before);
      },
    setCallout:
      (kind) =>
      ({ commands }) =>
        commands.updateAttributes("aside", { kind }),
  }),
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      "Mod-Alt-q": () => editor.commands.toggleAside("pull-quote"),
      "Mod-Alt-o": () => editor.commands.toggleCallout(),
    };
  },
});
