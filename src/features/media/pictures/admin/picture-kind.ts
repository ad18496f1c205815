import { declared } from "#shared/features.ts";
import { isoDate } from "#shared/time.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { type Described, MIDDLE } from "../rules.ts";
import type { PictureUse, StoredPicture } from "../schema.ts";
import { describePicture, readPicture } from "./calls.ts";

/** The display name of a picture. */
export const nameOf = ({ alt, name, id }: Pick<StoredPicture, "alt" | "name" | "id">): string =>
  alt || name || `Picture ${id}`;

const KIBIBYTE = 1024;

/** A readable file size, for example '1.4 MB'. */
export function fileSize(bytes: number): string {
  const kibibytes = Math.max(1, Math.round(bytes / KIBIBYTE));
  if (kibibytes < KIBIBYTE) return `${kibibytes} kB`;
  return `${(bytes / KIBIBYTE / KIBIBYTE).toFixed(1)} MB`;
}

const KINDS = declared("pictures");

export const kindOfUse = ({ type, is_sent, is_trashed }: PictureUse): string =>
  is_trashed ? `${KINDS[type].label} in the trash` : is_sent ? "Sent newsletter" : KINDS[type].label;

/** The filter options for the upload date. */
export const PERIODS = [
  { value: "", label: "Any date" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
  { value: "year", label: "This year" },
  { value: "earlier", label: "Before this year" },
] as const;
export type Period = (typeof PERIODS)[number]["value"];

/** The start and end of a period in ISO 8601, in full days, so that a list is stable for a day. */
export function momentsOf(period: Period, now: Date): { from: string; to: string } {
  // By the calendar, because a day with a clock change has 23 or 25 hours.
  const daysAgo = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const year = new Date(now.getFullYear(), 0, 1).getTime();
  switch (period) {
    case "":
      return { from: "", to: "" };
    case "week":
      return { from: isoDate(daysAgo(6)), to: "" };
    case "month":
      return { from: isoDate(daysAgo(29)), to: "" };
    case "year":
      return { from: isoDate(year), to: "" };
    case "earlier":
      return { from: "", to: isoDate(year - 1) };
  }
}

const inPercent = (share: number) => `${Math.round(share * 100)} %`;

/** The form of a picture's details. Pictures are added by upload only. */
export const PICTURE_KIND: FormKind<StoredPicture, Described> = {
  name: "picture",
  what: "picture",
  titleOf: ({ alt, caption }) => alt || caption || "a picture",
  fields: {
    alt: { label: "Alternative text", show: ({ alt }) => alt },
    caption: { label: "Caption", show: ({ caption }) => caption },
    credit: { label: "Credit", show: ({ credit }) => credit },
    licence: { label: "Licence", show: ({ licence }) => licence },
    focal_x: { label: "Focal point, from the left", show: ({ focal_x }) => inPercent(focal_x) },
    focal_y: { label: "Focal point, from the top", show: ({ focal_y }) => inPercent(focal_y) },
  },
  empty: { alt: "", caption: "", credit: "", licence: "", focal_x: MIDDLE, focal_y: MIDDLE },
  idOf: ({ id }) => id,
  valuesOf: ({ alt, caption, credit, licence, focal_x, focal_y }) => ({
    alt,
    caption,
    credit,
    licence,
    focal_x,
    focal_y,
  }),
  missingIn: () => ({}),
  tidy: ({ alt, caption, credit, licence, ...rest }) => ({
    ...rest,
    alt: alt.trim(),
    caption: caption.trim(),
    credit: credit.trim(),
    licence: licence.trim(),
  }),
  read: readPicture,
  create: async () => {
    throw new Error("Pictures are added by uploading.");
  },
  update: (api, before, values) => describePicture(api, before, values),
  words: {
    added: "Picture added",
    updated: "Picture updated",
    adding: { title: "Error adding picture", fallback: "Could not add the picture" },
    updating: { title: "Error updating picture", fallback: "Could not update the picture" },
    deleted: "Another user deleted this picture.",
  },
};
