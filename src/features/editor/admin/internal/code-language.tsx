import { type Editor, mergeAttributes, type NodeViewRenderer, textblockTypeInputRule } from "@tiptap/core";
import type { Node, NodeType } from "@tiptap/pm/model";
import { ReactRenderer } from "@tiptap/react";
import { languageNamed as canonicalName, LANGUAGES } from "#features/content/model.ts";
import { Select } from "#ui/admin/select.tsx";
import { focusText } from "./editor-view.ts";

const PREFIX = "language-";
/** Prefixes of the language in classes of other sites. */
const PREFIXES = [PREFIX, "lang-", "highlight-source-", "brush:"];
const CLASS_NAME = /^[a-z0-9+#_-]{1,24}$/;
const FENCE = /^(?:```|~~~)([a-z0-9+#]{1,24})?[\s\n]$/;

/** Normalises the language of a class; null for none or an invalid name. */
function languageNamed(given: string | undefined): string | null {
  const known = canonicalName(given?.toLowerCase() ?? "");
  return CLASS_NAME.test(known) ? known : null;
}

/** The language in the classes of an element: `language-bash`, or `highlight-source-shell` on its parent. */
export function languageOf(classes: readonly string[]): string | null {
  for (const name of classes) {
    const prefix = PREFIXES.find((each) => name.startsWith(each));
    const language = prefix === undefined ? null : languageNamed(name.slice(prefix.length));
    if (language !== null) return language;
  }
  return null;
}

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

/** ``` and a space, with an optional language. */
export const fenceRules = (type: NodeType) => [
  textblockTypeInputRule({ find: FENCE, type, getAttributes: ([, name]) => ({ language: languageNamed(name) }) }),
];

export const codeView: NodeViewRenderer = ({ editor, node, getPos }) => {
  const dom = document.createElement("div");
  dom.className = "code-block";
  const choice = new ReactRenderer(CodeLanguageSelect, {
    editor,
    className: "code-language",
    props: {
      ...shownOf(node, editor),
      onChange: (language: string) => {
        const pos = getPos();
        if (pos === undefined) return;
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, "language", language || null));
      },
    },
  });
  const { element } = choice;
  element.contentEditable = "false";
  element.addEventListener("keydown", ({ key }) => {
    // The first Escape closes the list.
    if (key === "Escape" && !element.querySelector("[aria-expanded=true]")) focusText(editor);
  });
  dom.append(element);
  const contentDOM = dom.appendChild(document.createElement("pre")).appendChild(document.createElement("code"));
  return {
    dom,
    contentDOM,
    update: (changed) => {
      if (changed.type.name !== "codeBlock") return false;
      choice.updateProps(shownOf(changed, editor));
      return true;
    },
    stopEvent: ({ target }) => target instanceof globalThis.Node && element.contains(target),
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
    destroy: () => choice.destroy(),
  };
};

const shownOf = ({ attrs }: Node, { isEditable }: Editor) => ({
  value: typeof attrs.language === "string" ? attrs.language : "",
  disabled: !isEditable,
});

export function focusLanguage(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== "codeBlock") return false;
  const block = editor.view.nodeDOM($from.before());
  const select = block instanceof HTMLElement ? block.querySelector<HTMLElement>(".code-language button") : null;
  select?.focus();
  return select !== null;
}

type Props = {
  value: string;
  disabled: boolean;
  onChange: (language: string) => void;
};

const KNOWN = [
  { value: "", label: "Plain text" },
  ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
];

/** The select of a language above a block of code. Keeps an unknown language. */
function CodeLanguageSelect({ value, disabled, onChange }: Props) {
  const isKnown = KNOWN.some((option) => option.value === value);
  return (
    <Select
      label="Language of the code"
      labelHidden
      value={value}
      options={isKnown ? KNOWN : [...KNOWN, { value, label: value }]}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
