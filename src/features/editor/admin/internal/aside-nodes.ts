import { type CommandProps, type Editor, findParentNode, mergeAttributes, Node } from "@tiptap/core";
import { type Node as DocumentNode, Fragment } from "@tiptap/pm/model";
import { type EditorState, TextSelection } from "@tiptap/pm/state";
import { ASIDES, type AsideKind } from "#features/content/model.ts";
import { showNode } from "./editor-view.ts";

const toggleAt = ({ selection }: EditorState) => findParentNode(({ type }) => type.name === "toggle")(selection);

function toggleToggle({ state, tr, dispatch }: CommandProps): boolean {
  const { toggle, toggleSummary, paragraph } = state.schema.nodes;
  if (!toggle || !toggleSummary || !paragraph) return false;
  const around = toggleAt(state);
  if (around) {
    if (!dispatch) return true;
    const [title, ...blocks] = around.node.children;
    const lines = title && title.content.size > 0 ? [paragraph.create(null, title.content), ...blocks] : blocks;
    tr.replaceWith(around.pos, around.pos + around.node.nodeSize, lines);
    tr.setSelection(TextSelection.near(tr.doc.resolve(around.pos + 1)));
    return true;
  }
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, ({ type }) => type.contentMatch.matchType(toggle) !== null);
  if (!range) return false;
  const blocks = range.parent.content.cut(
    range.start - range.$from.start(range.depth),
    range.end - range.$from.start(range.depth),
  );
  const content = Fragment.from(toggleSummary.create()).append(blocks);
  if (!toggle.validContent(content)) return false;
  if (!dispatch) return true;
  tr.replaceWith(range.start, range.end, toggle.create(null, content));
  tr.setSelection(TextSelection.create(tr.doc, range.start + 2)).scrollIntoView();
  return true;
}

/** Enter in the title moves to an empty line below it. */
function enterContent(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "toggleSummary") return false;
  const after = $from.after();
  const next = editor.state.doc.nodeAt(after);
  const isEmptyLine = next?.type.name === "paragraph" && next.content.size === 0;
  const chain = editor.chain();
  if (!isEmptyLine) chain.insertContentAt(after, { type: "paragraph" });
  return chain.setTextSelection(after + 1).run();
}

/** Backspace at the start of the title unwraps the toggle. */
function leaveAtStart(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const isAtStart = empty && $from.parentOffset === 0 && $from.parent.type.name === "toggleSummary";
  return isAtStart && editor.commands.toggleToggle();
}

/** A title that readers click to show the content below. Always open in the editor. */
export const Toggle = Node.create({
  name: "toggle",
  group: "block",
  content: "toggleSummary block+",
  defining: true,
  parseHTML: () => [{ tag: "details" }],
  renderHTML: () => ["details", 0],
  // Not a `details` element, which a click or a space would close while editing.
  addNodeView: () => () => {
    const dom = document.createElement("div");
    dom.className = "toggle";
    return { dom, contentDOM: dom };
  },
  addCommands: () => ({ toggleToggle: () => toggleToggle }),
  addKeyboardShortcuts() {
    const { editor } = this;
    return { Enter: () => enterContent(editor), Backspace: () => leaveAtStart(editor) };
  },
});

export const ToggleSummary = Node.create({
  name: "toggleSummary",
  content: "inline*",
  defining: true,
  // Backspace and Delete do not join the title with the text below.
  isolating: true,
  parseHTML: () => [{ tag: "summary", context: "toggle/" }],
  renderHTML: ({ HTMLAttributes }) => ["summary", mergeAttributes(HTMLAttributes), 0],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement("p");
      dom.className = "toggle-title";
      // Shown while the line is empty (editor.css).
      dom.setAttribute("data-prompt", "What readers click");
      const show = ({ content: { size } }: DocumentNode) => dom.classList.toggle("is-empty", size === 0);
      return { dom, contentDOM: dom, update: showNode(node, show) };
    },
});

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    toggle: {
      /** Wraps the selected blocks in a toggle with the cursor in its title, or unwraps one. */
      toggleToggle: () => ReturnType;
    };
    aside: {
      /** Wraps the selected lines in an aside; changes the kind of an existing one, or unwraps the same kind. */
      toggleAside: (kind: AsideKind) => ReturnType;
      toggleCallout: () => ReturnType;
      setCallout: (kind: AsideKind) => ReturnType;
      /** Makes the selected lines a list of key points, or plain lines again. */
      toggleKeyPoints: () => ReturnType;
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

/** A note, a tip or a warning. */
export const isCallout = (kind: AsideKind | null): boolean => kind?.startsWith("callout-") ?? false;

function toggleKeyPoints({ editor, state, tr, dispatch, chain, commands }: CommandProps): boolean {
  const before = asideAt(editor);
  if (before === null) {
    const wrapped = chain().wrapIn("aside", { kind: "key-points" });
    return (editor.isActive("bulletList") ? wrapped : wrapped.toggleBulletList()).run();
  }
  if (before !== "key-points") return commands.updateAttributes("aside", { kind: "key-points" });
  const around = findParentNode(({ type }) => type.name === "aside")(state.selection);
  if (!around) return false;
  if (!dispatch) return true;
  const lines = around.node.children.flatMap((block) =>
    block.type.name === "bulletList" ? block.children.flatMap((item) => item.children) : [block],
  );
  tr.replaceWith(around.pos, around.pos + around.node.nodeSize, lines);
  tr.setSelection(TextSelection.near(tr.doc.resolve(around.pos + 1)));
  return true;
}

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
        return commands.toggleAside(before !== null && isCallout(before) ? before : DEFAULT_KIND);
      },
    toggleKeyPoints: () => toggleKeyPoints,
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
      "Mod-Alt-k": () => editor.commands.toggleKeyPoints(),
    };
  },
});
