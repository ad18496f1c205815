import { decodeDiff } from "./internal/chain.ts";
import type { CorrectionRow, VersionRow } from "./queries.ts";
import type { Correction, DayVersion, PublishedChange, PublishedVersion } from "./schema.ts";
import type { PublishedText } from "./serialize.ts";

const iso = (at: number) => new Date(at).toISOString();

const facts = ({ article_id: _id, diff: _diff, at, ...row }: VersionRow) => ({ ...row, date: iso(at) });

export const presentChange = (row: VersionRow): PublishedChange => ({ ...facts(row), diff: decodeDiff(row.diff) });

export const presentVersion = (row: VersionRow & PublishedText): PublishedVersion => ({ ...row, ...facts(row) });

/** A correction in its article. */
export const presentNote = ({ at, reason, position }: Pick<CorrectionRow, "at" | "reason" | "position">) => ({
  date: iso(at),
  text: reason,
  position: position ?? "bottom",
});

export const presentCorrection = ({ article_id, n, title, ...row }: CorrectionRow): Correction => ({
  article: article_id,
  title,
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
  date: iso(at),
});
