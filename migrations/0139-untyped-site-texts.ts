import { type Kysely, sql } from "kysely";

/** What setup stored for a publication without the demo edition, before these texts became messages. */
const NEWSLETTER_TEXTS = [
  "The week's stories, explained. No noise. Unsubscribe any time.",
  "Habari za wiki, kwa maelezo wazi. Bila porojo. Jiondoe wakati wowote.",
  "أخبار الأسبوع بشرح واضح ومن دون إطالة. يمكنك إلغاء الاشتراك في أي وقت.",
];
const TAGLINES = ["News and analysis from {name}.", "Habari na uchambuzi kutoka {name}.", "أخبار وتحليلات من {name}."];

type Site = { name?: string; tagline?: string; newsletter_text?: string };

/** Removes these texts, so that they follow the site's language, and marks the publication as one without the demo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    value: string;
    updated_at: number;
  }>`select value, updated_at from setting where key = 'site'`.execute(db);
  const [row] = rows;
  if (!row) return;
  const { tagline, newsletter_text, ...site } = JSON.parse(row.value) as Site;
  // A name that equals the operator's is not stored; then only the sentence around it can be recognised.
  const own = TAGLINES.map((text) => text.split("{name}"));
  const isSetup = own.some(
    ([before = "", after = ""]) =>
      tagline !== undefined &&
      (site.name === undefined
        ? tagline.startsWith(before) && tagline.endsWith(after)
        : tagline === before + site.name + after),
  );
  const isOldText = newsletter_text !== undefined && NEWSLETTER_TEXTS.includes(newsletter_text);
  if (!isSetup && !isOldText) return;
  const value = JSON.stringify({
    ...site,
    ...(!isSetup && tagline !== undefined && { tagline }),
    ...(!isOldText && newsletter_text !== undefined && { newsletter_text }),
  });
  await sql`update setting set value = ${value} where key = 'site'`.execute(db);
  await sql`insert into setting (key, value, updated_at) values ('edition', '{"is_neutral":true}', ${row.updated_at})`.execute(
    db,
  );
}
