import { z } from "zod";
import { articleSummary } from "#features/articles/schema.ts";
import { parsePictureUrl, plainUrl } from "#shared/pictures.ts";
import { idNumber, linkAddress, text } from "#shared/schema.ts";
import { MAX_SLUG } from "#shared/slug.ts";
import { FIELDS } from "../fields.ts";
import {
  BLOCK_FORMS,
  BLOCK_KINDS,
  type BlockKind,
  blockOf,
  isStoryKind,
  MAX_BLOCKS,
  MAX_HEADING,
  MAX_TEXT,
  NAMED,
  PLACES,
  PLAIN,
  SOURCES,
  STORY_BLOCKS,
  sourceNamed,
} from "./rules.ts";

const FORMS = [...new Set(Object.values(BLOCK_FORMS).flat())];
const MAX_STORIES = Math.max(...Object.values(STORY_BLOCKS).map(({ most }) => most));
const NO_SOURCE = `The source must have one of these names as by: ${SOURCES.join(", ")}.`;

const sourceShapes = [
  z.object({ by: z.literal("hand"), ids: z.array(idNumber("Stories must be ids of articles.")).max(MAX_STORIES) }),
  z.object({
    by: z.enum(NAMED),
    slug: text({ name: "Source", max: MAX_SLUG }).describe("The last part of its address"),
  }),
  z.object({ by: z.literal("genre"), genre: z.enum(FIELDS.genre.values) }),
  z.object({ by: z.enum(PLAIN) }),
] as const;

const source = z.discriminatedUnion("by", sourceShapes, { error: NO_SOURCE });

const ownPicture = text({ name: "Picture", max: 300 }).transform((given, context) => {
  const address = plainUrl(given);
  if (address !== "" && !parsePictureUrl(address))
    context.addIssue({ code: "custom", message: "Picture must be an uploaded picture." });
  return address;
});

/** A block of a request: what it does not say is the default of its kind. */
const givenBlock = z
  .strictObject(
    {
      kind: z.enum(BLOCK_KINDS, { error: `Kind must be one of ${BLOCK_KINDS.join(", ")}.` }),
      source: z.union([z.enum(SOURCES).transform(sourceNamed), source], { error: NO_SOURCE }).nullish(),
      count: z
        .int({ error: "Count must be a whole number." })
        .min(0, { error: "Count must not be negative." })
        .max(MAX_STORIES, { error: `Count must be at most ${MAX_STORIES}.` }),
      form: z.enum(FORMS, { error: `Form must be one of ${FORMS.join(", ")}.` }),
      heading: text({ name: "Heading", max: MAX_HEADING }),
      place: z.enum(PLACES, { error: `Place must be one of ${PLACES.join(", ")}.` }),
      text: text({ name: "Text", max: MAX_TEXT }),
      image_url: ownPicture,
      link: linkAddress("Link"),
    },
    { error: "Each block must be an object with kind." },
  )
  .partial()
  .required({ kind: true })
  .transform(({ kind, ...given }, context) => {
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
    const block = blockOf(kind, said);
    const fault = blockFault(kind, block);
    if (fault) context.addIssue({ code: "custom", message: fault });
    return block;
  });

function blockFault(kind: BlockKind, { form, count, source: from }: ReturnType<typeof blockOf>): string | undefined {
  const forms: readonly string[] = BLOCK_FORMS[kind];
  if (!forms.includes(form)) return `A block of kind ${kind} has one of these forms: ${forms.join(", ")}.`;
  if (!isStoryKind(kind)) return undefined;
  const { most } = STORY_BLOCKS[kind];
  if (count < 1 || count > most) return `A block of kind ${kind} has 1 to ${most} stories.`;
  return from ? undefined : `A block of kind ${kind} needs a source.`;
}

const date = z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." });

/** `PUT settings/fronts/{kind}/`: omitted fields keep their value. */
export const frontBody = z
  .strictObject(
    {
      blocks: z
        .array(givenBlock, { error: "Blocks must be a list." })
        .min(1, { error: "A page has at least one block." })
        .max(MAX_BLOCKS, { error: `A page has at most ${MAX_BLOCKS} blocks.` }),
      one_place_per_story: z.boolean({ error: "one_place_per_story must be true or false." }),
      status: z.enum(["draft", "published"], { error: "Status must be draft or published." }),
      publish_at: date.nullable(),
    },
    { error: "The body must be a JSON object with blocks, one_place_per_story, status and publish_at." },
  )
  .partial();
export type FrontBody = z.infer<typeof frontBody>;

const block = z
  .object({
    kind: z.enum(BLOCK_KINDS),
    source: source.nullable().describe("Where its stories come from; null for a block without stories"),
    count: z.int().describe("How many stories it has at most"),
    form: z.enum(FORMS).describe("How it looks; each kind has its own forms"),
    heading: z.string().describe("Above it; empty for the name of its source"),
    place: z.enum(PLACES).describe("Across the page, or in one of its two columns"),
    text: z.string().describe("Of texts and announcements; empty lines part paragraphs"),
    image_url: z.string().describe("The address of an uploaded picture, or empty"),
    link: z.string().describe("Where a text or an announcement leads, or empty"),
  })
  .meta({ id: "FrontBlock" });

/** A front page's newest arrangement, for editors. */
export const front = z
  .object({
    blocks: z.array(block),
    one_place_per_story: z.boolean().describe("Whether a story appears only in its first block"),
    status: z.enum(["draft", "published"]).describe("A draft is not what readers have"),
    publish_at: z.iso.datetime().nullable().describe("When it will be published, if a time is set"),
    is_default: z.boolean().describe("Whether it is the arrangement that pages have by themselves"),
    saved: z.iso.datetime().nullable(),
    saved_by: z.string().nullable(),
  })
  .meta({ id: "Front" });
export type Front = z.infer<typeof front>;

/** One version of a front page. */
export const frontVersion = front
  .omit({ publish_at: true, status: true })
  .extend({
    id: z.int().positive(),
    live: z.iso.datetime().nullable().describe("When it was or will be put in place; null for a draft"),
    is_current: z.boolean().describe("Whether readers have it now"),
  })
  .meta({ id: "FrontVersion" });
export type FrontVersion = z.infer<typeof frontVersion>;

/** A front page with an arrangement of its own. */
export const listedFront = z
  .object({
    kind: z.string(),
    slug: z.string().nullable().describe("Of the category, topic or series; null for all pages of the kind"),
    name: z.string(),
    status: z.enum(["draft", "published"]),
    publish_at: z.iso.datetime().nullable(),
    saved: z.iso.datetime().nullable(),
  })
  .meta({ id: "ListedFront" });
export type ListedFront = z.infer<typeof listedFront>;

/** A block with its stories, as pages show it. */
const shownBlock = block
  .omit({ source: true, count: true })
  .extend({
    title: z.string().describe("Its heading, or the name of its source; empty if neither has one"),
    path: z.string().describe("The page of its source, or empty"),
    articles: z.array(articleSummary),
  })
  .meta({ id: "ShownBlock" });
export type ShownBlock = z.infer<typeof shownBlock>;

export const shownFront = z
  .object({
    blocks: z.array(shownBlock).nullable().describe("Null for the arrangement that pages have by themselves"),
    one_place_per_story: z.boolean().describe("Whether a story appears only in its first block"),
  })
  .meta({ id: "ShownFront" });
export type ShownFront = z.infer<typeof shownFront>;
