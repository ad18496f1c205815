import { type Editor, Node } from "@tiptap/core";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { ARTICLE_ATTRIBUTE, BUTTON_CLASS } from "#features/content/model.ts";
import { linkAddress } from "#features/editor/admin/safe-address.ts";
import { parseId } from "#shared/ids.ts";
import { ArticleBlockView } from "./article-block-view.tsx";

/** Articles stand between the other blocks, never in them. */
export const IssueDocument = Node.create({ name: "doc", topNode: true, content: "(block | topBlock)+" });

/** An article in an issue: its number alone is stored, so that mail and page show it as it is then. */
export const ArticleBlock = Node.create({
  name: "articleBlock",
  group: "topBlock",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    kind: {
      default: "without-picture",
      parseHTML: ({ classList }: HTMLElement) =>
        classList.contains("with-picture") ? "with-picture" : "without-picture",
      renderHTML: ({ kind }) => ({ class: kind }),
    },
    [ARTICLE_ATTRIBUTE]: { default: null },
  }),
  parseHTML: () => [
    {
      tag: `article[${ARTICLE_ATTRIBUTE}]`,
      getAttrs: (element) => (parseId(element.getAttribute(ARTICLE_ATTRIBUTE) ?? "") === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["article", HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ArticleBlockView),
});

/** What a sponsor pays for: a box that always says so, whose text is edited in place. */
export const Sponsor = Node.create({
  name: "sponsor",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "aside.sponsor", priority: 60 }],
  renderHTML: () => ["aside", { class: "sponsor" }, 0],
});

/** A link that stands alone as a button: its text is edited in place. */
export const MailButton = Node.create({
  name: "mailButton",
  group: "block",
  content: "text*",
  marks: "",
  defining: true,
  addAttributes: () => ({ href: { default: "/", rendered: false } }),
  parseHTML: () => [
    {
      tag: `p.${BUTTON_CLASS}`,
      priority: 60,
      contentElement: "a",
      getAttrs: (element) => {
        const href = linkAddress(element.querySelector("a")?.getAttribute("href") ?? "");
        return href === null || element.childElementCount !== 1 ? false : { href };
      },
    },
  ],
  renderHTML: ({ node }) => ["p", { class: BUTTON_CLASS }, ["a", { href: node.attrs.href }, 0]],
});

/** The articles that stand in a text. */
export function articleIdsIn({ state }: Editor): number[] {
  const ids: number[] = [];
  state.doc.forEach(({ type, attrs }) => {
    if (type.name === "articleBlock") ids.push(Number(attrs[ARTICLE_ATTRIBUTE]));
  });
  return ids;
}
