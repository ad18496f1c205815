import { Node } from "@tiptap/core";
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import { BadgeDollarSign, Newspaper } from "lucide";
import { articleDetail } from "#features/articles/calls.ts";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import type { EditorAddition } from "#features/editor/admin/rich-text.ts";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { ApiError } from "#shared/api-client.ts";
import { parseId } from "#shared/ids.ts";
import { useApi } from "#shared/use-api.ts";
import { Switch } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { ArticleDialog, SponsorDialog } from "./block-dialogs.tsx";

/** An article in the text of an issue, as the editor shows it. It is moved by dragging, as the editor handles Alt+arrows. */
export function ArticleBlockView({ node, selected, editor, updateAttributes }: ReactNodeViewProps) {
  const id = Number(node.attrs[ARTICLE_ATTRIBUTE]);
  const hasPicture = node.attrs.kind === "with-picture";
  const { data, error } = useApi(articleDetail(String(id)));
  const isGone = error instanceof ApiError && error.status === 404;
  const isAhead = data?.published_date != null && Date.parse(data.published_date) > Date.now();
  const isHidden = data !== undefined && data.status !== "published";
  const zone = useNewsroomZone() ?? "UTC";
  return (
    <NodeViewWrapper
      data-drag-handle
      className={`article-block not-italic border bg-surface/40 p-4 font-sans ${selected ? "border-accent outline-2 outline-accent" : "border-rule"}`}
    >
      <div contentEditable={false} className="flex flex-wrap items-start gap-4">
        {hasPicture && data?.image_url && (
          <img src={data.image_url} alt="" className="m-0! aspect-video w-full max-w-40 object-cover" />
        )}
        <div className="min-w-0 flex-1 basis-56">
          <p className="m-0! text-sm font-semibold text-accent">{data?.category ?? "Article"}</p>
          <p className="headline-sm m-0! mt-1! wrap-anywhere">{data?.title ?? `Article ${id}`}</p>
          {data?.excerpt && <p className="m-0! mt-1! line-clamp-2 text-[0.9375rem] text-muted">{data.excerpt}</p>}
          {isGone && <p className="m-0! mt-1! text-sm font-medium text-down">Deleted: the mail leaves it out.</p>}
          {!isHidden && isAhead && (
            <p className="meta m-0! mt-1!">
              Public from {plannedTime(data.published_date ?? "", zone)} on: a mail that is sent before leaves it out.
            </p>
          )}
          {isHidden && (
            <p className="m-0! mt-1! text-sm font-medium text-down">Not published: the mail leaves it out.</p>
          )}
        </div>
        <div className="basis-full border-t border-rule pt-3 text-base leading-normal">
          <Switch
            label="With its picture"
            checked={hasPicture}
            disabled={!editor.isEditable}
            onChange={(on) => updateAttributes({ kind: on ? "with-picture" : "without-picture" })}
          />
        </div>
      </div>
    </NodeViewWrapper>
  );
}

/** Articles are top-level blocks. */
const IssueDocument = Node.create({ name: "doc", topNode: true, content: "(block | topBlock)+" });

/** An article in an issue: only its id is stored, so that mail and page show its current version. */
const ArticleBlock = Node.create({
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

/** A sponsored block: a box with a fixed label and editable text. */
const Sponsor = Node.create({
  name: "sponsor",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "aside.sponsor", priority: 60 }],
  renderHTML: () => ["aside", { class: "sponsor" }, 0],
});

/** The blocks that issues have in addition to those of articles (features/content/model.ts). */
export const ISSUE_BLOCKS: EditorAddition = {
  extensions: [IssueDocument, ArticleBlock, Sponsor],
  tools: [
    {
      label: "Article",
      description: "A story of the site, with its picture",
      words: "story link teaser post",
      icon: Newspaper,
      dialog: "article",
    },
    {
      label: "Sponsor",
      description: "A marked advertisement",
      words: "sponsored advertisement ad",
      icon: BadgeDollarSign,
      dialog: "sponsor",
    },
  ],
  // Link cards exist only in articles.
  hidden: ["card", "video", "post"],
  dialogs: { article: ArticleDialog, sponsor: SponsorDialog },
  dialogOf: (editor) => (editor.isActive("articleBlock") ? "article" : null),
  placeholder: "Start writing your newsletter, or press / for articles, a sponsor, a button...",
};
