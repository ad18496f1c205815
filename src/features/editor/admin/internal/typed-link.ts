import { type InputRule, markInputRule } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";
import { completeAddress, linkAddress } from "../safe-address.ts";

/** What a typed link may lead to: another word in brackets is likelier to be meant as one. */
const LEADS = /^(?:[a-z]+:|\/)/i;

/** Where the bracket opens that the last character closes; an address may hold others in pairs, as Wikipedia's do. */
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

/** Makes a link of `[words](address)` once its last bracket is typed, if the address is one that links may have. */
export const typedLinkRule = (type: MarkType): InputRule =>
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
