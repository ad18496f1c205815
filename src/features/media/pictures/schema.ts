import { z } from "zod";
import { declared, type PictureOwner } from "#shared/features.ts";
import { errorBody, idNumber, idText, pageQuery, text } from "#shared/schema.ts";
import { DAY } from "#shared/time.ts";
import {
  MAX_BULK_PICTURES,
  MAX_PICTURE_TAGS,
  MAX_TAG_LENGTH,
  MIDDLE,
  PICTURE_TEXTS,
  type PictureText,
} from "./rules.ts";

/** `POST upload/`: a form with one picture. */
export const uploadBody = z.object(
  { file: z.file({ error: "The form must have a picture in the field file." }) },
  { error: "The form must have a picture in the field file." },
);

/** The picture's canonical address, a path of this site. */
export const uploadResponse = z.object({ url: z.string() }).meta({ id: "Upload" });

/** A day in UTC or an instant, as epoch milliseconds. `edge` selects the start or end of a day. */
const moment = (name: string, edge: "first" | "last") =>
  z
    .union([z.literal(""), z.iso.date(), z.iso.datetime({ offset: true })], {
      error: `${name} must be an ISO 8601 date or time, for example 2026-11-20.`,
    })
    .transform((given) => {
      if (given === "") return undefined;
      return Date.parse(given) + (edge === "last" && !given.includes("T") ? DAY - 1 : 0);
    })
    .optional();

/** `GET /api/media`. */
export const pictureQuery = pageQuery.extend({
  query: text({ max: 2_000, name: "Query" })
    .optional()
    .describe("Words in the name, alternative text, caption, credit or licence; or any address of a picture"),
  from: moment("From", "first").describe("Uploaded on or after this day or time"),
  to: moment("To", "last").describe("Uploaded on or before this day or time"),
  used: z
    .enum(["", "true", "false"], { error: "Used must be true or false." })
    .optional()
    .transform((used) => (used ? used === "true" : undefined))
    .describe("true: only pictures in use; false: only unused pictures"),
  tag: text({ max: MAX_TAG_LENGTH, name: "Tag" })
    .optional()
    .transform((tag) => tag || undefined)
    .describe("Only pictures with this tag"),
});
export type PictureFilter = Pick<z.output<typeof pictureQuery>, "query" | "from" | "to" | "used" | "tag">;

const tagNames = (name: string) =>
  z
    .array(text({ min: 1, max: MAX_TAG_LENGTH, name: "A tag" }), { error: `${name} must be a list of tags.` })
    .max(MAX_PICTURE_TAGS, { error: `${name} may have at most ${MAX_PICTURE_TAGS} tags.` })
    .optional();

const PICTURES = `Give the ids of 1 to ${MAX_BULK_PICTURES} pictures.`;

/** `POST /api/media/bulk`: many pictures are tagged or deleted. */
export const pictureBulkBody = z.object(
  {
    ids: z.array(idNumber(PICTURES), { error: PICTURES }).min(1, PICTURES).max(MAX_BULK_PICTURES, PICTURES),
    change: z.strictObject(
      {
        tags_add: tagNames("tags_add"),
        tags_remove: tagNames("tags_remove"),
        delete: z.literal(true, { error: "Delete must be true." }).optional(),
      },
      { error: "The change must be an object with tags_add, tags_remove or delete." },
    ),
  },
  { error: "The body must be a JSON object." },
);
export type PictureBulkChange = z.output<typeof pictureBulkBody>["change"];

export const pictureBulkResult = z
  .object({
    changed: z.array(z.int()),
    failed: z.array(z.object({ id: z.int(), name: z.string(), detail: z.string() })),
  })
  .meta({ id: "PictureBulkAnswer" });
export type PictureBulkResult = z.infer<typeof pictureBulkResult>;

export const pictureTags = z.array(z.object({ name: z.string(), count: z.int() }).meta({ id: "PictureTag" }));
export const pictureParams = z.object({ id: idText });

/** From 0 to 1; `error` is the message for anything else. */
const shareOf = (error: string, min = 0) => z.number({ error }).min(min, { error }).max(1, { error });
const share = z.number().min(0).max(1);
const storedText = z.string();

/** A stored picture; width and height in pixels. */
export const storedPicture = z
  .object({
    id: z.int().positive(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    created_at: z.iso.datetime(),
    name: z.string().describe("The name of the uploaded file; empty if it had none"),
    alt: storedText.describe("What the picture shows, for readers who cannot see it"),
    caption: storedText,
    credit: storedText,
    licence: storedText,
    focal_x: share.describe(
      "The horizontal position that crops keep in view, from the left (0) to the right (1); 0.5 is the middle",
    ),
    focal_y: share.describe("The vertical position that crops keep in view, from the top (0) to the bottom (1)"),
    size: z
      .int()
      .nullable()
      .describe("The size of its largest file in bytes; null for pictures stored before sizes were recorded"),
    uploaded_by: z.string().nullable().describe("The uploader's name; null if unknown"),
    is_own: z.boolean().describe("Whether the caller uploaded it"),
    tags: z.array(z.string()).describe("In alphabetical order"),
  })
  .meta({ id: "Picture" });
export type StoredPicture = z.infer<typeof storedPicture>;
export const pictureList = z.array(storedPicture);

const NAMES: Record<PictureText, string> = {
  alt: "Image description",
  caption: "Caption",
  credit: "Credit",
  licence: "Licence",
};
const pictureText = (name: PictureText) => text({ name: NAMES[name], max: PICTURE_TEXTS[name] });

/** A fraction of the picture's width or height; null is the centre. */
const focal = (name: string) => {
  const error = `${name} must be a number from 0 to 1.`;
  return z.union([z.null(), shareOf(error)], { error }).transform((given) => given ?? MIDDLE);
};

/** `PATCH /api/media/{id}`: omitted fields keep their value. */
export const pictureChange = z
  .object(
    {
      alt: pictureText("alt"),
      caption: pictureText("caption"),
      credit: pictureText("credit"),
      licence: pictureText("licence"),
      focal_x: focal("The focal point's x"),
      focal_y: focal("The focal point's y"),
    },
    { error: "The body must be a JSON object." },
  )
  .partial();
export type PictureChange = z.output<typeof pictureChange>;

/** A use of a picture. */
export const pictureUse = z.object({
  type: z.enum(Object.keys(declared("pictures")) as PictureOwner[]),
  id: z.int(),
  title: z.string(),
  is_trashed: z.literal(true).optional().describe("The document is in the trash and does not change"),
  is_others: z.literal(true).optional().describe("Another user's profile, or an article that the caller can only read"),
  has_page: z.literal(true).optional().describe("Another user's profile with a page on the site"),
  is_sent: z
    .literal(true)
    .optional()
    .describe("The newsletter is being sent or was sent, so its picture does not change"),
});
export type PictureUse = z.infer<typeof pictureUse>;

/** `GET /api/media/{id}`: a picture with its uses. */
export const pictureDetail = storedPicture.extend({ used_in: z.array(pictureUse) }).meta({ id: "PictureDetail" });
export type PictureDetail = z.infer<typeof pictureDetail>;

/** Why a picture cannot be deleted. */
export const inUseBody = errorBody.extend({ used_in: z.array(pictureUse) }).meta({ id: "PictureInUse" });

const SHARES = "A crop must be within the picture: x, y, width and height from 0 to 1.";
const MIN_CROP = 0.01;
const cropped = z
  .object(
    { x: shareOf(SHARES), y: shareOf(SHARES), width: shareOf(SHARES, MIN_CROP), height: shareOf(SHARES, MIN_CROP) },
    { error: SHARES },
  )
  // Slightly more than 1, because adding two fractions rounds.
  .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, { error: SHARES });

/** `POST /api/media/{id}/edit`: rotated clockwise, then cropped to fractions of its width and height. */
export const pictureEdit = z
  .object(
    {
      rotate: z
        .union([z.literal(90), z.literal(180), z.literal(270)], { error: "Rotate must be 90, 180 or 270." })
        .optional(),
      crop: cropped.optional(),
    },
    { error: "The body must be a JSON object." },
  )
  .refine(({ rotate, crop }) => rotate !== undefined || crop !== undefined, {
    error: "Send rotate, crop or both.",
  });

/** `POST /api/media/{id}/replace`: by the picture with this id. */
export const pictureReplacement = z.object(
  { by: idNumber("By must be the id of a picture.") },
  { error: "The body must be a JSON object." },
);

/** The number of changed uses, and the uses that could not be changed. */
export const replacementResult = z
  .object({ replaced: z.int(), used_in: z.array(pictureUse) })
  .meta({ id: "PictureReplacement" });
