import { keepPreviousData } from "@tanstack/react-query";
import { type Editor, type JSONContent, Node } from "@tiptap/core";
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import { BadgeDollarSign, Newspaper, Plus } from "lucide";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { MAX_QUERY_LENGTH } from "#features/articles/admin/list-views.tsx";
import { articleDetail } from "#features/articles/calls.ts";
import { firstPictureIn } from "#features/articles/site/complete.ts";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import type { EditorAddition } from "#features/editor/admin/rich-text.ts";
import { completeAddress, linkAddress } from "#features/editor/admin/safe-address.ts";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { parseId } from "#shared/ids.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox, Switch } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { plannedTime, tableDate } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SEARCH_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";

/** Number of results; typing more of the title finds others. */
const MAX_SHOWN = 6;
/** The maximum per issue (schema.ts). */
const MAX_ARTICLES = 30;

type SearchProps = { chosen: number[]; onAdd: (id: number) => void };

/** Finds published articles, or lists the newest ones for an empty query, and adds them to the issue. */
export function ArticleSearch({ chosen, onAdd }: SearchProps) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), SEARCH_AFTER_MS);
  const list = useApi(articleListPage({ query, status: "published" }, 1), { placeholderData: keepPreviousData });
  const { data, error } = list;
  const found = data?.items.filter(({ id }) => !chosen.includes(id)).slice(0, MAX_SHOWN);
  const isFull = chosen.length >= MAX_ARTICLES;
  // Enter may come before the results.
  const [isAsked, setIsAsked] = useState(false);
  const isCurrent = query === typed.trim() && !list.isPlaceholderData && data !== undefined;
  const addFirst = useEffectEvent(() => {
    setIsAsked(false);
    const [first] = found ?? [];
    if (!first || isFull) return;
    onAdd(first.id);
    setTyped("");
  });
  useEffect(() => {
    if (isAsked && isCurrent) addFirst();
  }, [isAsked, isCurrent]);
  return (
    <section aria-label="Add articles" aria-busy={list.isFetching}>
      <Field
        label="Search published articles"
        type="search"
        value={typed}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        hint="Enter adds the first one."
        onChange={(event) => {
          setTyped(event.target.value);
          setIsAsked(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          setIsAsked(typed.trim() !== "");
        }}
      />
      <p role="status" className="meta my-2">
        {isFull ? `An issue has at most ${MAX_ARTICLES} articles.` : found && sentenceOf(query, found.length)}
      </p>
      {error && !data && <FailedNote onRetry={() => void list.refetch()}>Could not fetch articles</FailedNote>}
      {!data && !error && <SkeletonLines lines={MAX_SHOWN} />}
      <ul>
        {found?.map(({ id, title, published_date }) => (
          <li key={id} className="flex items-center gap-3 border-b border-rule py-1.5">
            <span className="min-w-0 grow text-[0.9375rem] wrap-anywhere">
              {title} <span className="meta">{tableDate(published_date)}</span>
            </span>
            <AdminButton aria-label={`Add: ${title}`} disabled={isFull} onClick={() => onAdd(id)}>
              <Icon icon={Plus} size={15} />
              Add
            </AdminButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentenceOf(query: string, found: number): string {
  if (found === 0) return query === "" ? "No published articles." : "No further articles found.";
  return query === "" ? "The newest articles" : `Articles found for “${query}”`;
}

/** The articles in a text. */
function articleIdsIn({ state }: Editor): number[] {
  const ids: number[] = [];
  state.doc.forEach(({ type, attrs }) => {
    if (type.name === "articleBlock") ids.push(Number(attrs[ARTICLE_ATTRIBUTE]));
  });
  return ids;
}

/** Inserts published articles into an issue, or replaces the selected one. */
export function ArticleDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [isChange] = useState(() => editor.isActive("articleBlock"));
  const [chosen, setChosen] = useState(() => articleIdsIn(editor));
  const [hasPicture, setHasPicture] = useState(
    isChange ? editor.getAttributes("articleBlock").kind === "with-picture" : chosen.length === 0,
  );
  function add(id: number) {
    const attrs = { [ARTICLE_ATTRIBUTE]: String(id), kind: hasPicture ? "with-picture" : "without-picture" };
    if (isChange) {
      editor.commands.updateAttributes("articleBlock", attrs);
      return onClose();
    }
    // After the selection: the next article is added below this one.
    const { selection } = editor.state;
    const at = selection.$to.depth > 0 ? selection.$to.after(1) : selection.to;
    editor.chain().insertContentAt(at, { type: "articleBlock", attrs }).setNodeSelection(at).run();
    setChosen(articleIdsIn(editor));
    setHasPicture(false);
  }
  return (
    <OutsideForm>
      <Dialog
        title={isChange ? "Change the article" : "Add articles"}
        focused={(dialog) => dialog.querySelector<HTMLElement>("input:not([type=checkbox])")}
        onClose={onClose}
      >
        <div className="mt-4 space-y-4">
          <Checkbox label="Show the picture" checked={hasPicture} onChange={setHasPicture} />
          <ArticleSearch chosen={chosen} onAdd={add} />
        </div>
        <div className="mt-5 flex justify-end">
          <AdminButton onClick={onClose}>{isChange ? "Cancel" : "Done"}</AdminButton>
        </div>
      </Dialog>
    </OutsideForm>
  );
}

const EMPTY = { name: "", address: "", text: "" };

/** Inserts a sponsored block, which has a fixed label. Its text is edited in place. */
export function SponsorDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<typeof EMPTY>>({});
  const [picture, setPicture] = useState<StoredPicture | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (changed: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...changed });
    setErrors({});
  };
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const href = linkAddress(completeAddress(values.address));
    const missing = {
      ...(values.name.trim() === "" && { name: "Enter the sponsor’s name." }),
      ...(href === null && { address: "A link begins with http, https, mailto or tel, or is a path of this site." }),
    };
    setErrors(missing);
    if (href === null || Object.keys(missing).length > 0) return;
    editor.commands.insertContent(sponsorOf({ ...values, href, picture }));
    onClose();
  }
  return (
    <OutsideForm>
      <Dialog title="Add sponsor" onClose={onClose}>
        <form onSubmit={onSubmit} noValidate className="mt-4 space-y-4">
          <Field
            label="Name"
            autoFocus
            autoComplete="off"
            maxLength={200}
            value={values.name}
            error={errors.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label="Link"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={values.address}
            error={errors.address}
            onChange={({ target }) => change({ address: target.value })}
          />
          <div className="flex flex-wrap items-center gap-3">
            {picture && <img src={picture.url} alt="" className="h-16 border border-rule object-contain" />}
            <AdminButton onClick={() => setIsChoosing(true)}>
              {picture ? "Another picture" : "Choose a picture"}
            </AdminButton>
            {picture && <AdminButton onClick={() => setPicture(null)}>Without a picture</AdminButton>}
          </div>
          <Field
            label="Text"
            rows={4}
            hint="The block is labelled “Sponsored” automatically."
            value={values.text}
            onChange={({ target }) => change({ text: target.value })}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary">
              Add sponsor
            </AdminButton>
          </div>
        </form>
        {isChoosing && (
          <PicturePicker
            onChoose={(chosen) => {
              setPicture(chosen);
              setIsChoosing(false);
            }}
            onClose={() => setIsChoosing(false)}
          />
        )}
      </Dialog>
    </OutsideForm>
  );
}

type Given = { name: string; href: string; text: string; picture: StoredPicture | null };

function sponsorOf({ name, href, text, picture }: Given): JSONContent {
  const link = { type: "link", attrs: { href } };
  const line = (words: string, marks: object[] = []): JSONContent => ({
    type: "paragraph",
    content: [{ type: "text", text: words, ...(marks.length > 0 && { marks: marks as { type: string }[] }) }],
  });
  const lines = text.split("\n").map((each) => each.trim());
  return {
    type: "sponsor",
    content: [
      ...(picture ? [{ type: "image", attrs: { src: picture.url, alt: picture.alt } }] : []),
      line(name.trim(), [link, { type: "bold" }]),
      ...lines.filter((each) => each !== "").map((each) => line(each)),
    ],
  };
}

/** An article in the text of an issue, as the editor shows it. It is moved by dragging, as the editor handles Alt+arrows. */
export function ArticleBlockView({ node, editor, updateAttributes }: ReactNodeViewProps) {
  const id = Number(node.attrs[ARTICLE_ATTRIBUTE]);
  const hasPicture = node.attrs.kind === "with-picture";
  const { data, error } = useApi(articleDetail(String(id)));
  // As mails show it: an article without a picture of its own has the first one of its text.
  const picture = data && (data.image_url || firstPictureIn(data.content));
  const isGone = error instanceof ApiError && error.status === 404;
  const isAhead = data?.published_date != null && Date.parse(data.published_date) > Date.now();
  const isHidden = data !== undefined && data.status !== "published";
  const zone = useNewsroomZone() ?? "UTC";
  return (
    <NodeViewWrapper
      data-drag-handle
      className="article-block not-italic border border-rule bg-surface/40 p-4 font-sans"
    >
      <div contentEditable={false} className="flex flex-wrap items-start gap-4">
        {hasPicture && picture && (
          <img src={picture} alt="" className="m-0! aspect-video w-full max-w-40 object-cover" />
        )}
        <div className="min-w-0 flex-1 basis-56">
          <p className="m-0! text-sm font-semibold text-accent">{data?.category ?? "Article"}</p>
          <p className="headline-sm m-0! mt-1! wrap-anywhere">{data?.title ?? `Article ${id}`}</p>
          {data?.excerpt && <p className="m-0! mt-1! line-clamp-2 text-[0.9375rem] text-muted">{data.excerpt}</p>}
          {isGone && <p className="m-0! mt-1! text-sm font-medium text-down">Deleted: the mail will not include it.</p>}
          {!isHidden && isAhead && (
            <p className="meta m-0! mt-1!">
              Public from {plannedTime(data.published_date ?? "", zone)} on. A mail sent before then will not include
              it.
            </p>
          )}
          {isHidden && (
            <p className="m-0! mt-1! text-sm font-medium text-down">Not published: the mail will not include it.</p>
          )}
        </div>
        <div className="basis-full border-t border-rule pt-3 text-base leading-normal">
          <Switch
            label="Show the picture"
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
