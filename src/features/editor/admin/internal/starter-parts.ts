import {
  type AnyExtension,
  Extension,
  type Extensions,
  getExtensionField,
  InputRule,
  markInputRule,
} from "@tiptap/core";
import type { MarkType, NodeType } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { completeAddress, linkAddress } from "../safe-address.ts";
import { languageAt, siteLanguage, typedSign } from "../typed-signs.ts";
import { codeHtml, codeView, fenceRules, languageAttribute } from "./code-language.tsx";

/** Replaces typed quotes, hyphens and dots by the characters of the text's language, except in code. One undo restores them. */
export const Typography = Extension.create({
  name: "typography",
  addInputRules() {
    const { editor } = this;
    const language = () => (globalThis.document ? languageAt(editor.view.dom) : siteLanguage());
    return [
      new InputRule({
        find: (text) => {
          const sign = typedSign(text, language());
          return sign && { index: text.length - sign.length, text: text.slice(-sign.length), data: sign };
        },
        handler: ({ state, range, match }) => {
          state.tr.insertText(match.data?.written ?? "", range.from, range.to);
        },
      }),
    ];
  },
});

/** Addresses that turn a typed link into one; other words in brackets probably are plain text. */
const LEADS = /^(?:[a-z]+:|\/)/i;

/** The index of the bracket that the last character closes. Addresses may contain pairs, such as Wikipedia's. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return at;
  }
  return -1;
}

/** `[words](address)` at the end of a text, but no image (`![…](…)`). */
function typedLink(text: string): { index: number; words: string; address: string } | null {
  const opening = text.endsWith(")") ? openingOf(text) : -1;
  if (text[opening - 1] !== "]") return null;
  const index = text.lastIndexOf("[", opening);
  const words = text.slice(index + 1, opening - 1);
  const address = text.slice(opening + 1, -1);
  const isLink = index !== -1 && text[index - 1] !== "!" && words.trim() !== "" && !words.includes("]");
  return isLink && !/\s/.test(address) ? { index, words, address } : null;
}

/** Turns `[words](address)` into a link when its last bracket is typed, if the address is allowed. */
const typedLinkRule = (type: MarkType): InputRule =>
  markInputRule({
    type,
    find: (text) => {
      const typed = typedLink(text);
      const address = completeAddress(typed?.address ?? "");
      const href = LEADS.test(address) ? linkAddress(address) : null;
      if (!typed || href === null) return null;
      return { index: typed.index, text: text.slice(typed.index), replaceWith: typed.words, data: { href } };
    },
    getAttributes: ({ data }) => data,
  });

/** Only a clear address becomes a link: "fine.In" is a missing space, not a host. */
const CLEAR_ADDRESS = /^(?:https?:\/\/|www\.|mailto:|tel:)|^[^\s@/:]+@[^\s@/:]+$/i;
const CLEAR_HOST = /^(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|io)(?:[/?#:]|$)/;

const kit = StarterKit.configure({
  heading: { levels: [1, 2, 3] },
  // 100 undo steps; edits within a second are one step.
  undoRedo: { depth: 100, newGroupDelay: 1000 },
  dropcursor: { class: "drop-cursor", color: false, width: 2 },
  link: {
    openOnClick: false,
    defaultProtocol: "https",
    shouldAutoLink: (address) => CLEAR_ADDRESS.test(address) || CLEAR_HOST.test(address),
  },
});

type Keys = Record<string, unknown>;
const withoutTab = ({ Tab: _in, "Shift-Tab": _out, ...keys }: Keys): Keys => keys;

/** Replacements for the parts of the kit that can produce content the server's sanitizer would change. */
const CHANGES: Record<string, (part: AnyExtension) => AnyExtension> = {
  // Code may also be a link or bold.
  code: (part) => part.extend({ excludes: "code" }),
  codeBlock: (part) =>
    part.extend({
      addAttributes: () => ({ language: languageAttribute }),
      renderHTML: codeHtml,
      addInputRules: fenceRulesOf,
      addNodeView: () => codeView,
    }),
  // Cards are allowed at the top level only.
  doc: (part) => part.extend({ content: "(block | card)+" }),
  orderedList: (part) => part.extend({ addAttributes: () => ({ start: { default: 1, parseHTML: startOf } }) }),
  link: (part) =>
    part.extend({
      addInputRules: linkRulesOf,
      addAttributes: () => ({ href: { default: null, parseHTML: hrefOf } }),
      parseHTML: () => [{ tag: "a[href]", getAttrs: (element: HTMLElement) => (hrefOf(element) ? null : false) }],
      renderHTML: ({ HTMLAttributes }: { HTMLAttributes: { href: string } }) => ["a", { href: HTMLAttributes.href }, 0],
    }),
  // Tab has its own rules (extensions.ts).
  listItem: (part) => part.extend({ addKeyboardShortcuts: keysWithoutTab }),
  listKeymap: (part) => part.extend({ addKeyboardShortcuts: keysWithoutTab }),
};

function linkRulesOf(this: { type: MarkType }) {
  return [typedLinkRule(this.type)];
}

function fenceRulesOf(this: { type: NodeType }) {
  return fenceRules(this.type);
}

function keysWithoutTab(this: { parent?: (() => Keys) | null }): Keys {
  return withoutTab(this.parent?.() ?? {});
}

const hrefOf = (element: HTMLElement) => linkAddress(element.getAttribute("href") ?? "");

function startOf(element: HTMLElement): number {
  const start = Number.parseInt(element.getAttribute("start") ?? "", 10);
  return Number.isNaN(start) ? 1 : start;
}

/** Tiptap's starter kit, part by part, without what articles cannot contain. */
export function starterParts(): Extensions {
  const context = { name: kit.name, options: kit.options, storage: {} };
  const parts = getExtensionField<() => Extensions>(kit, "addExtensions", context)();
  return parts.map((part) => CHANGES[part.name]?.(part) ?? part);
}
