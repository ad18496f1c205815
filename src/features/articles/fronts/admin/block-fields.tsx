import { useState } from "react";
import { GENRE_WORDS } from "#features/articles/admin/form-values.tsx";
import type { AuthorEndpoints } from "#features/articles/authors/endpoints.ts";
import { articleDetail } from "#features/articles/calls.ts";
import { FIELDS } from "#features/articles/fields.ts";
import { AddDialog } from "#features/articles/home/admin/home-screen.tsx";
import type { SeriesEndpoints } from "#features/articles/series/endpoints.ts";
import { allCategories } from "#features/categories/rules.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import type { TopicEndpoints } from "#features/topics/endpoints.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { type Option, Select } from "#ui/admin/select.tsx";
import { Field } from "#ui/field.tsx";
import {
  BLOCK_FORMS,
  type Block,
  type BlockPlace,
  type FrontKind,
  isNamed,
  isStoryKind,
  MAX_HEADING,
  MAX_TEXT,
  type NamedSource,
  PLACES,
  SOURCES,
  type Source,
  type SourceName,
  STORY_BLOCKS,
  sourceNamed,
} from "../rules.ts";
import { FORM_LABELS, PLACE_LABELS, SOURCE_LABELS } from "./names.ts";

type Props = { block: Block; front: FrontKind; onChange: (block: Block) => void };

/** What an editor sets of one block. Texts are saved when their field is left. */
export function BlockFields({ block, front, onChange }: Props) {
  const { kind, form, place, heading, source, count } = block;
  const set = (part: Partial<Block>) => onChange({ ...block, ...part });
  const forms = BLOCK_FORMS[kind];
  const hasTexts = kind === "text" || kind === "announcement";
  return (
    <div className="grid gap-4 ps-6 pt-2 pb-4 @lg:grid-cols-2">
      {isStoryKind(kind) && source && (
        <SourceFields front={front} source={source} onChange={(next) => set({ source: next })} />
      )}
      {isStoryKind(kind) && (
        <Select
          label="Stories"
          value={String(count)}
          options={numbersTo(STORY_BLOCKS[kind].most)}
          onChange={(value) => set({ count: Number(value) })}
        />
      )}
      {forms.length > 1 && (
        <Select
          label="Form"
          value={form}
          options={forms.map((value) => ({ value, label: FORM_LABELS[value] }))}
          onChange={(value) => set({ form: value as Block["form"] })}
        />
      )}
      <Select
        label="Place"
        value={place}
        options={PLACES.map((value) => ({ value, label: PLACE_LABELS[value] }))}
        onChange={(value) => set({ place: value as BlockPlace })}
      />
      {(isStoryKind(kind) || kind === "text") && (
        <SavedField
          label="Heading"
          value={heading}
          maxLength={MAX_HEADING}
          onSave={(value) => set({ heading: value })}
        />
      )}
      {kind === "text" && <BlockPicture value={block.image_url} onSave={(image_url) => set({ image_url })} />}
      {hasTexts && (
        <>
          <SavedField
            label="Text"
            rows={kind === "text" ? 5 : 2}
            className="@lg:col-span-2"
            value={block.text}
            maxLength={MAX_TEXT}
            onSave={(value) => set({ text: value })}
          />
          <SavedField
            label="Leads to"
            hint="A path of this site, such as /about, or the address of another site"
            value={block.link}
            onSave={(value) => set({ link: value })}
          />
        </>
      )}
    </div>
  );
}

const numbersTo = (most: number): Option[] =>
  Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

type SavedProps = {
  label: string;
  value: string;
  maxLength?: number;
  rows?: number;
  hint?: string;
  className?: string;
  onSave: (value: string) => void;
};

function SavedField({ value, onSave, rows, ...rest }: SavedProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    if (typed !== null && typed.trim() !== value) onSave(typed.trim());
    setTyped(null);
  };
  const own = { ...rest, value: typed ?? value, onBlur: save };
  return rows === undefined ? (
    <Field {...own} onChange={({ target }) => setTyped(target.value)} />
  ) : (
    <Field {...own} rows={rows} onChange={({ target }) => setTyped(target.value)} />
  );
}

/** A picture is saved as soon as the field has the address of one, or none. */
function BlockPicture({ value, onSave }: { value: string; onSave: (url: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <PictureField
      label="Picture"
      hint="From the media library"
      error={typed === null ? undefined : "Picture must be an uploaded picture."}
      value={typed ?? value}
      onChange={(url) => {
        const isPicture = url === "" || parsePictureUrl(url) !== null;
        setTyped(isPicture ? null : url);
        if (isPicture) onSave(url);
      }}
    />
  );
}

type SourceProps = { front: FrontKind; source: Source; onChange: (source: Source) => void };

function SourceFields({ front, source, onChange }: SourceProps) {
  const offered = SOURCES.filter((by) => by !== "place" || front !== "home");
  return (
    <>
      <Select
        label="Stories from"
        value={source.by}
        options={offered.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
        onChange={(value) => onChange(sourceNamed(value as SourceName))}
      />
      {"slug" in source && <NamedField source={source} onChange={onChange} />}
      {source.by === "genre" && (
        <Select
          label="Genre"
          value={source.genre}
          options={FIELDS.genre.values.map((value) => ({ value, label: GENRE_WORDS[value] }))}
          onChange={(value) => onChange({ ...source, genre: value as (typeof FIELDS.genre.values)[number] })}
        />
      )}
      {source.by === "hand" && <HandField ids={source.ids} onChange={(ids) => onChange({ by: "hand", ids })} />}
    </>
  );
}

const lists = editorClientOf<TopicEndpoints & SeriesEndpoints & AuthorEndpoints>();
/** More than a newsroom chooses among; the one that is set is always offered. */
const MAX_OFFERED = 100;

/** Categories, topics, series or authors by name. */
export function useOffers(by: NamedSource): Option[] {
  const query = { query: { limit: MAX_OFFERED } };
  const categories = useApi(allCategories(), { enabled: by === "category" }).data;
  const topics = useApi(lists.query("GET /topics", query), { enabled: by === "topic" }).data;
  const series = useApi(lists.query("GET /series", query), { enabled: by === "series" }).data;
  const authors = useApi(lists.query("GET /authors", query), { enabled: by === "author" }).data;
  const found = { category: categories, topic: topics, series, author: authors }[by] ?? [];
  return found.flatMap(({ name, slug }) => (slug ? [{ value: slug, label: name }] : []));
}

function NamedField({
  source,
  onChange,
}: {
  source: Extract<Source, { slug: string }>;
  onChange: (source: Source) => void;
}) {
  const { by, slug } = source;
  const offers = useOffers(by);
  const isOffered = slug === "" || offers.some(({ value }) => value === slug);
  const none: Option[] = slug === "" ? [{ value: "", label: "Choose one" }] : [];
  return (
    <Select
      label="Which one"
      value={slug}
      options={[...none, ...offers, ...(isOffered ? [] : [{ value: slug, label: slug }])]}
      onChange={(value) => onChange({ by, slug: value })}
    />
  );
}

function HandField({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="@lg:col-span-2">
      <OrderedRows
        label="Stories"
        items={ids}
        keyOf={(id) => id}
        nameOf={(id) => `Story ${id}`}
        onChange={(next) => onChange(next)}
      >
        {(id) => <HandStory id={id} />}
      </OrderedRows>
      {ids.length === 0 && <p className="meta mb-3">No stories are chosen yet.</p>}
      <AdminButton className="mt-3" onClick={() => setIsAdding(true)}>
        Add a story
      </AdminButton>
      {isAdding && (
        <AddDialog
          title="the block"
          taken={ids}
          onClose={() => setIsAdding(false)}
          onAdd={(id) => {
            setIsAdding(false);
            onChange([...ids, id]);
          }}
        />
      )}
    </div>
  );
}

function HandStory({ id }: { id: number }) {
  const { data, error } = useApi(articleDetail(String(id)));
  return (
    <p className="min-h-11 py-2.5 wrap-anywhere">{data?.title ?? (error ? `Story ${id} is not public` : "...")}</p>
  );
}

/** What a block shows, in a few words. */
export function summaryOf({ kind, source, count, heading, text }: Block): string {
  if (!isStoryKind(kind)) return text.slice(0, 60) || heading;
  if (!source) return heading;
  const named = "slug" in source && source.slug ? `: ${source.slug}` : "";
  const from = isNamed(source.by) ? `${SOURCE_LABELS[source.by]}${named}` : SOURCE_LABELS[source.by];
  return [heading, `${from}, up to ${count}`].filter(Boolean).join(" · ");
}
