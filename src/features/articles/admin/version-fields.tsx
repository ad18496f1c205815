import { blocksOf } from "#features/content/compare.ts";
import { blockKey } from "#features/content/keys.ts";
import { joinedBlocks, movableBlocks, withNotesInLine } from "#features/content/rules.ts";
import { contentIn, contentSides, markedWords } from "#features/documents/room/admin/content-sides.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { type FieldValues, mapFields } from "../fields.ts";
import type { FormValues } from "./form-values.ts";
import { languageName } from "./language-field.tsx";

const plain = mapFields<VersionFields<FieldValues>>((name, { label }) => ({
  label,
  show: ({ [name]: value }: FieldValues) => (typeof value === "boolean" ? (value ? "On" : "Off") : value),
}));
const { title, excerpt, image_url, image_alt, ...others } = plain;

const movable = ({ content }: FormValues) => movableBlocks(content);

/** The words of a movable block, a line for each of its lines. */
const wordsOf = (block: string): string =>
  blocksOf(contentIn(withNotesInLine(block)))
    .map(({ text }) => text)
    .join("\n") || "(no words)";

const STATUS_WORDS = { draft: "Draft", ready: "Ready", published: "Published" };

/** Labels and views of an article's fields in comparisons of versions. */
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
      keyOf: blockKey,
      show: wordsOf,
      sides: (mine, theirs) => markedWords(wordsOf(mine), wordsOf(theirs)),
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
  language: { ...plain.language, show: ({ language }) => languageName(language) },
  status: { ...plain.status, show: ({ status }) => STATUS_WORDS[status] },
  is_auto_update: { ...plain.is_auto_update, label: "Automatic content updates" },
};
