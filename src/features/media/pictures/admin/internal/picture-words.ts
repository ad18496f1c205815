import { isoDate } from "#shared/time.ts";
import type { PictureUse, StoredPicture } from "../../schema.ts";

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

const KINDS: Record<PictureUse["type"], string> = {
  article: "Article",
  ad: "Ad space",
  author: "Portrait",
  issue: "Newsletter",
  page: "Page",
  template: "Template",
};

/** Labels of the kinds of use. */
export const kindOfUse = ({ type, is_sent, is_trashed }: PictureUse): string =>
  is_trashed ? `${KINDS[type]} in the trash` : is_sent ? "Sent newsletter" : KINDS[type];

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
