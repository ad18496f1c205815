import { byId, type ExportText, ROWS } from "../reading.ts";
import type { ExportWork } from "./format.ts";

/** What a format holds of a text besides its words. */
type Held = "alt" | "language" | "genre" | "flags" | "credit" | "seo";

/** Counts what a format loses of a text. */
export function countLosses({ lost }: ExportWork, text: ExportText, { holds }: { holds: readonly Held[] }): void {
  const { fields } = text;
  const lacks = (held: Held) => !holds.includes(held);
  if (text.state === "scheduled") lost("scheduled texts, which are drafts with their date");
  if (text.hasChanges) lost("unpublished changes of public texts");
  if (text.hasSources) lost("articles' lists of private sources");
  if (lacks("language") && fields.language !== "") lost("languages of articles");
  if (lacks("genre") && text.type === "article" && fields.genre !== "news") lost("genres of articles");
  if (fields.layout !== "news" || fields.picture_place !== "automatic") lost("layouts of articles");
  if (lacks("flags") && (fields.is_breaking || fields.is_editors_pick || fields.is_auto_update))
    lost("articles marked as breaking, editor's pick or automatic update");
  if (lacks("alt") && text.hasOwnAlt) lost("descriptions of articles' pictures that differ from those in the library");
  if (lacks("credit") && text.credit !== "") lost("credits of articles' pictures");
  if (lacks("seo") && (fields.is_noindex || fields.seo_title !== "" || fields.social_title !== ""))
    lost("texts for search engines and other sites");
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** The subscribers as a CSV, if they were asked for. */
export async function writeSubscribers(work: ExportWork): Promise<void> {
  if (!work.withSubscribers) return;
  const lines = async function* () {
    yield "email,name,status,subscribed\n";
    const pages = byId((after) =>
      work.db.selectFrom("subscriber").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute(),
    );
    for await (const rows of pages)
      for (const { email, name, status, created_at } of rows) {
        yield `${[email, name, status, new Date(created_at).toISOString()].map(quoted).join(",")}\n`;
        work.wrote("subscribers");
      }
  };
  await work.archive.add("subscribers.csv", lines());
}
