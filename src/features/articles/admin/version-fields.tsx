import { type Block, blocksOf } from "#features/content/compare.ts";
import { joinedBlocks, movableBlocks, withNotesInLine } from "#features/content/rules.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { isInstant } from "#ui/admin/zoned-value.ts";
import { type FieldValues, mapFields } from "../fields.ts";
import { compareContent, contentIn } from "./content-diff.ts";
import type { FormValues } from "./form-values.ts";

const plain = mapFields<VersionFields<FieldValues>>((name, { label }) => ({
  label,
  show: ({ [name]: value }: FieldValues) => (typeof value === "boolean" ? (value ? "On" : "Off") : value),
}));
const { title, excerpt, image_url, image_alt, ...others } = plain;

const movable = ({ content }: FormValues) => movableBlocks(content);

const STATUS_WORDS = { draft: "Draft", ready: "Ready", published: "Published" };

/** How the fields of an article are shown next to those of another version. */
export const VERSION_FIELDS: VersionFields<FormValues> = {
  title,
  category: { label: "Category", show: ({ category }) => category },
  excerpt,
  content: {
    label: "Content",
    show: ({ content }) => content,
    blocks: {
      of(ownValues, otherValues) {
        const [mine, theirs] = [movable(ownValues), movable(otherValues)];
        return mine && theirs && { mine, theirs };
      },
      all: (values) => movable(values) ?? [],
      join: joinedBlocks,
      show: (block) =>
        blocksOf(contentIn(withNotesInLine(block)))
          .map(({ text }) => text)
          .join("\n") || "(no words)",
    },
    sides: (mine, theirs) => contentSides(mine.content, theirs.content),
  },
  image_url,
  image_alt,
  authors: { label: "Authors", show: ({ authors }) => authors },
  tags: { label: "Tags", show: ({ tags }) => tags },
  sources: { label: "Sources", show: ({ sources }) => sources },
  published_date: {
    label: "Publication date",
    show: ({ published_date }) =>
      published_date && (isInstant(published_date) ? exactTime(published_date) : published_date),
  },
  ...others,
  status: { ...plain.status, show: ({ status }) => STATUS_WORDS[status] },
  is_auto_update: { ...plain.is_auto_update, label: "Automatic content updates" },
};

/** Both contents (HTML), what differs marked. */
export function contentSides(mine: string, theirs: string) {
  const compared = compareContent(mine, theirs);
  return { mine: <Blocks blocks={compared.mine} />, theirs: <Blocks blocks={compared.theirs} /> };
}

/** Content by paragraph: what occurs on one side only is marked, what is equal is left out. */
function Blocks({ blocks }: { blocks: Block[] }) {
  if (blocks.length === 0) return <p>(empty)</p>;
  const parts: { common: number; block: Block | null }[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (!block.isCommon) parts.push({ common: 0, block });
    else if (last && last.block === null) last.common++;
    else parts.push({ common: 1, block: null });
  }
  return parts.map(({ common, block }, at) =>
    block ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at}>
        <mark>{block.text}</mark>
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at} className="meta">
        {common === 1 ? "One paragraph is the same." : `${common} paragraphs are the same.`}
      </p>
    ),
  );
}
