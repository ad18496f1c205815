import { keepPreviousData } from "@tanstack/react-query";
import type { Editor, JSONContent } from "@tiptap/core";
import { Plus } from "lucide";
import { type FormEvent, useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { MAX_QUERY_LENGTH } from "#features/articles/admin/list-views.tsx";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { completeAddress, linkAddress } from "#features/editor/admin/safe-address.ts";
import { PicturePicker } from "#features/media/pictures/admin/picture-picker.tsx";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { tableDate } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";

const TYPING_DEBOUNCE_MS = 250;
/** Number of results; typing more of the title finds others. */
const MAX_SHOWN = 6;
/** The maximum per issue (schema.ts). */
const MAX_ARTICLES = 30;

type SearchProps = { chosen: number[]; onAdd: (id: number) => void };

/** Finds published articles, or lists the newest ones for an empty query, and adds them to the issue. */
export function ArticleSearch({ chosen, onAdd }: SearchProps) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), TYPING_DEBOUNCE_MS);
  const list = useApi(articleListPage({ query, status: "published" }, 1), { placeholderData: keepPreviousData });
  const { data, error } = list;
  const found = data?.items.filter(({ id }) => !chosen.includes(id)).slice(0, MAX_SHOWN);
  const isFull = chosen.length >= MAX_ARTICLES;
  return (
    <section aria-label="Add articles" aria-busy={list.isFetching}>
      <Field
        label="Search published articles"
        type="search"
        value={typed}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        // Enter searches here instead of saving the issue.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
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
      <Dialog title={isChange ? "Another article" : "Add articles"} onClose={onClose}>
        <div className="mt-4 space-y-4">
          <Checkbox label="With its picture" checked={hasPicture} onChange={setHasPicture} />
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
            hint="The block is labelled “Sponsored” by itself."
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
