import { type Editor, mergeAttributes, type NodeViewRenderer, textblockTypeInputRule } from "@tiptap/core";
import type { NodeType } from "@tiptap/pm/model";
import { LANGUAGES } from "#features/content/model.ts";

/** Other names of languages, in Markdown and on other sites. */
const ALIASES: Readonly<Record<string, string>> = {
  "c++": "cpp",
  "c#": "csharp",
  console: "bash",
  cs: "csharp",
  golang: "go",
  js: "javascript",
  jsx: "javascript",
  kt: "kotlin",
  md: "markdown",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  sol: "solidity",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};
const PREFIX = "language-";
/** What stands before the name in the classes of other sites. */
const PREFIXES = [PREFIX, "lang-", "highlight-source-", "brush:"];
const CLASS_NAME = /^[a-z0-9+#_-]{1,24}$/;
const FENCE = /^(?:```|~~~)([a-z0-9+#]{1,24})?[\s\n]$/;

/** A language by the name in its class; null for none, and for what could not be stored. */
export function languageNamed(given: string | undefined): string | null {
  const name = given?.toLowerCase() ?? "";
  const known = ALIASES[name] ?? name;
  return CLASS_NAME.test(known) ? known : null;
}

/** The language that the classes of an element name: `language-bash`, or `highlight-source-shell` around it. */
export function languageOf(classes: readonly string[]): string | null {
  for (const name of classes) {
    const prefix = PREFIXES.find((each) => name.startsWith(each));
    const language = prefix === undefined ? null : languageNamed(name.slice(prefix.length));
    if (language !== null) return language;
  }
  return null;
}

/** The attribute of code blocks, written as the class of the code. */
export const languageAttribute = {
  default: null,
  parseHTML: (element: HTMLElement) =>
    languageOf([...(element.querySelector("code") ?? element).classList, ...element.classList]),
  rendered: false,
};

export const codeHtml = ({
  node,
  HTMLAttributes,
}: {
  node: { attrs: Record<string, unknown> };
  HTMLAttributes: object;
}) => {
  const { language } = node.attrs;
  return [
    "pre",
    mergeAttributes(HTMLAttributes),
    ["code", language ? { class: `${PREFIX}${language}` } : {}, 0],
  ] as const;
};

/** ``` and a space, or with a language in between. */
export const fenceRules = (type: NodeType) => [
  textblockTypeInputRule({ find: FENCE, type, getAttributes: ([, name]) => ({ language: languageNamed(name) }) }),
];

function languageSelect(): HTMLSelectElement {
  const select = document.createElement("select");
  select.className = "code-language";
  select.contentEditable = "false";
  select.setAttribute("aria-label", "Language of the code");
  const add = (value: string, label: string) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = label;
    select.append(option);
  };
  add("", "Plain text");
  for (const [value, label] of Object.entries(LANGUAGES)) add(value, label);
  return select;
}

/** A block of code with its language to choose above it. */
export const codeView: NodeViewRenderer = ({ editor, node, getPos }) => {
  const dom = document.createElement("div");
  dom.className = "code-block";
  const pre = dom.appendChild(document.createElement("pre"));
  const contentDOM = pre.appendChild(document.createElement("code"));
  const select = languageSelect();
  dom.prepend(select);
  const show = (language: unknown) => {
    const value = typeof language === "string" ? language : "";
    if (![...select.options].some((option) => option.value === value)) {
      const option = select.appendChild(document.createElement("option"));
      option.value = value;
      option.textContent = value;
    }
    select.value = value;
    select.disabled = !editor.isEditable;
  };
  show(node.attrs.language);
  select.addEventListener("change", () => {
    const pos = getPos();
    if (pos === undefined) return;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, "language", select.value || null));
  });
  select.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || event.key === "Enter") editor.commands.focus();
  });
  return {
    dom,
    contentDOM,
    update: (changed) => {
      if (changed.type.name !== "codeBlock") return false;
      show(changed.attrs.language);
      return true;
    },
    stopEvent: (event) => event.target === select,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  };
};

/** Moves the focus to the choice of the language of the code around the cursor. */
export function focusLanguage(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "codeBlock") return false;
  const block = editor.view.nodeDOM($from.before());
  const select = block instanceof HTMLElement ? block.querySelector("select") : null;
  select?.focus();
  return select !== null;
}
