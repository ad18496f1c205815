import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { readOwnCards } from "#features/articles/readers-content.ts";
import { storedPaths } from "#features/content/own-cards.ts";
import { type PageView, showsRetention, viewOf } from "#features/content/page-view.ts";
import type { Publisher } from "#features/settings/publication/queries.ts";
import { readNewsletterSettings, readRetention, settingChangedAt } from "#features/settings/queries.ts";
import { escapeText } from "#shared/html.ts";
import { isoDate } from "#shared/time.ts";
import { pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import { firstViews, likeFirst } from "../first-pages.ts";
import { PRIVACY_TEXTS } from "../privacy-texts.ts";
import type { PageTable } from "../tables.ts";

type Viewed = Pick<Selectable<PageTable>, "slug" | "title" | "seo_title" | "seo_description"> & { content: string };

/** A page as readers see it at `now`, with what it shows of settings and articles. */
export async function readView(
  db: Kysely<Tables>,
  row: Viewed,
  {
    editedAt,
    viewer,
    now,
    texts,
    name,
    isNeutral,
    language,
  }: Publisher & { editedAt: number | null; viewer: Viewer; now: number },
): Promise<PageView> {
  // Pages without this block do not depend on the setting.
  const retention = await (showsRetention(row.content) ? readRetention(db) : undefined);
  const first = isNeutral ? undefined : firstViews(texts, name).find(({ slug }) => slug === row.slug);
  const cards = await readOwnCards(db, { viewer, now }, storedPaths(row.content));
  const view = likeFirst(viewOf({ ...row, editedAt, retention, cards }), first);
  return row.slug === PRIVACY_SLUG ? withAnnouncement(db, view, language) : view;
}

const PRIVACY_SLUG = pageUrl.privacyPolicy().slice(1);

/** The privacy page says what is counted of newsletters while it is, whatever editors have written there. */
async function withAnnouncement(db: Kysely<Tables>, view: PageView, language: string): Promise<PageView> {
  const changedAt = await settingChangedAt(db, "newsletter");
  const updated = changedAt === 0 ? view.updated : isoDate(Math.max(changedAt, Date.parse(view.updated ?? "") || 0));
  if (!(await readNewsletterSettings(db)).counts_clicks) return { ...view, updated };
  const { title, paragraphs } = (PRIVACY_TEXTS[language] ?? PRIVACY_TEXTS.en).clicks;
  const html = paragraphs.map((text) => `<p>${escapeText(text)}</p>`).join("");
  return {
    ...view,
    updated,
    sections: [...view.sections, { id: "newsletter-clicks", title, parts: [{ type: "text", html }] }],
  };
}
