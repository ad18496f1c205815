import { shownSlug } from "#features/articles/slug.ts";
import { isoDate } from "#shared/time.ts";
import type { Correction, DayVersion, PublishedChange, PublishedVersion } from "./endpoints.ts";
import { decodeDiff } from "./internal/chain.ts";
import type { CorrectionRow, Disclosed, VersionRow } from "./queries.ts";
import { decodeDisclosures, type PublishedText, publishedText } from "./serialize.ts";

function facts({ article_id: _id, diff: _diff, at, disclosures, ...row }: VersionRow) {
  return { ...row, date: isoDate(at), ...(disclosures !== null && { disclosures: decodeDisclosures(disclosures) }) };
}

export const presentChange = (row: VersionRow): PublishedChange => ({ ...facts(row), diff: decodeDiff(row.diff) });

export const presentVersion = (row: VersionRow & PublishedText): PublishedVersion => ({
  ...publishedText(row),
  ...facts(row),
});

export const presentDisclosures = (disclosed: Disclosed[]): { name: string; symbols: string[] }[] =>
  [...Map.groupBy(disclosed, ({ account }) => account).values()].map((of) => ({
    name: of[0]?.name ?? "",
    symbols: of.flatMap(({ symbols }) => symbols),
  }));

export const presentNote = ({ at, reason, position }: Pick<CorrectionRow, "at" | "reason" | "position">) => ({
  date: isoDate(at),
  text: reason,
  position: position ?? "bottom",
});

export const presentCorrection = ({ article_id, n, title, slug, ...row }: CorrectionRow): Correction => ({
  article: article_id,
  title,
  slug: shownSlug({ title, slug }),
  n,
  ...presentNote(row),
});

export const presentOfDay = ({
  article_id,
  at,
  ...row
}: Pick<VersionRow, "article_id" | "n" | "at" | "kind" | "hash">): DayVersion => ({
  ...row,
  article: article_id,
  date: isoDate(at),
});
