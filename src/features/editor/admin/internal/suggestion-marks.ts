import { Extension, Mark } from "@tiptap/core";
import type { Mark as DocumentMark, Node } from "@tiptap/pm/model";
import {
  DELETED_ATTRIBUTE,
  INSERTED_ATTRIBUTE,
  isSuggestionId,
  SUGGESTION_ATTRIBUTE,
} from "#features/content/model.ts";

const suggestionMark = (name: "insertion" | "deletion", tag: "ins" | "del") =>
  Mark.create({
    name,
    inclusive: false,
    addAttributes: () => ({
      id: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute(SUGGESTION_ATTRIBUTE),
        renderHTML: ({ id }) => ({ [SUGGESTION_ATTRIBUTE]: id }),
      },
    }),
    parseHTML: () => [
      {
        tag: `${tag}[${SUGGESTION_ATTRIBUTE}]`,
        // Before the rule of the strike mark, which reads every `del`.
        priority: 60,
        getAttrs: (element) => (idIn(element, SUGGESTION_ATTRIBUTE) ? null : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

function idIn(element: HTMLElement, attribute: string): string | null {
  const id = element.getAttribute(attribute) ?? "";
  return isSuggestionId(id) ? id : null;
}

/** Blocks that a suggestion inserts or deletes, as in `SUGGESTED_BLOCKS`; others are a part of one. */
const BLOCKS = [
  "paragraph",
  "heading",
  "blockquote",
  "codeBlock",
  "bulletList",
  "orderedList",
  "listItem",
  "aside",
  "card",
  "toggle",
  "button",
  "file",
  "articleBlock",
  "pageBlock",
  "horizontalRule",
  "image",
  "figure",
  "gallery",
  "table",
  "tableRow",
];

const blockAttribute = (attribute: string) => ({
  default: null,
  // Written by html-of.ts, as many blocks describe their own elements.
  rendered: false,
  parseHTML: (element: HTMLElement) => idIn(element, attribute),
});

const SuggestedBlocks = Extension.create({
  name: "suggestedBlocks",
  addGlobalAttributes: () => [
    {
      types: BLOCKS,
      attributes: { inserted: blockAttribute(INSERTED_ATTRIBUTE), deleted: blockAttribute(DELETED_ATTRIBUTE) },
    },
  ],
});

/** The last marks, so that they are inside all others: removing them leaves the words as they were. */
export const SUGGESTION_MARKS = [
  suggestionMark("insertion", "ins"),
  suggestionMark("deletion", "del"),
  SuggestedBlocks,
];

export const isSuggestion = ({ type }: DocumentMark): boolean => type.name === "insertion" || type.name === "deletion";

/** The suggestions that insert and delete a node: its words, or a block. */
export function suggestionsOf(node: Node): { inserted: string | null; deleted: string | null } {
  const idOf = (name: string) => node.marks.find(({ type }) => type.name === name)?.attrs.id ?? null;
  return node.isInline
    ? { inserted: idOf("insertion"), deleted: idOf("deletion") }
    : { inserted: node.attrs.inserted ?? null, deleted: node.attrs.deleted ?? null };
}

/** The attributes of a block's element in HTML. */
export const blockSuggestions = ({ attrs }: Node): string =>
  `${attrs.inserted ? ` ${INSERTED_ATTRIBUTE}="${attrs.inserted}"` : ""}${attrs.deleted ? ` ${DELETED_ATTRIBUTE}="${attrs.deleted}"` : ""}`;
