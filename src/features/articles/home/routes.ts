import type { ArticleStore } from "#features/articles/commands.ts";
import { presentSummaries, presentSummary } from "#features/articles/present.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { type ApiPlugin, type ResponseHead, serve } from "#platform/endpoints.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { isPaid } from "#shared/genres.ts";
import { isoDate } from "#shared/time.ts";
import { actorOf } from "#shared/viewer.ts";
import { arrangeHome } from "./commands.ts";
import type { HomeEntry, HomeOrder, SectionStory } from "./endpoints.ts";
import { frontPageEndpoints } from "./endpoints.ts";
import { type HomeOrderRows, readHomeOrder, readHomeSections } from "./queries.ts";
import { HOME_LISTS, orderVersion } from "./rules.ts";

function presentOrder({ placements, following, articles, hidesRepeats }: HomeOrderRows, now: number): HomeOrder {
  const entry = (id: number, place: HomeEntry["place"], endsAt: number | null): HomeEntry[] => {
    const row = articles.get(id);
    // What was paid for has no place on the page, even if it was arranged.
    if (!row || isPaid(row)) return [];
    const { title, category, image_url, status, published_date } = presentSummary(row);
    const ends_at = isoDate(endsAt);
    return [{ id, title, category, image_url, status, published_date, place, ends_at }];
  };
  const listed = HOME_LISTS.map((list) => {
    const placed = placements.filter((one) => one.list === list);
    const hasEnded = ({ ends_at }: { ends_at: number | null }) => ends_at !== null && ends_at <= now;
    return [
      ...placed.filter((one) => !hasEnded(one)).flatMap((one) => entry(one.article_id, "arranged", one.ends_at)),
      ...(following.get(list) ?? []).flatMap((id) => entry(id, "by_date", null)),
      ...placed.filter(hasEnded).flatMap((one) => entry(one.article_id, "ended", one.ends_at)),
    ];
  });
  const [lead = [], picks = []] = listed;
  return { lead, picks, hides_repeats: hidesRepeats };
}

const storyOf = (article: ArticleSummary): SectionStory => {
  const { id, slug, title, image_url, published_date, language, genre, is_breaking } = article;
  const { byline, authors, portrait_url } = article;
  const said = genre === "opinion" && { byline, authors, ...(portrait_url && { portrait_url }) };
  return { id, slug, title, image_url, published_date, language, genre, is_breaking, ...said };
};

export function frontPageRoutes(store: ArticleStore): ApiPlugin {
  const respond = (reply: ResponseHead, order: HomeOrderRows) =>
    tagged(reply, orderVersion(order.placements, order.hidesRepeats), presentOrder(order, store.clock.now()));
  return async (app) =>
    serve(app, frontPageEndpoints, {
      "GET /home/sections": async ({ viewer, isForPage = false }) => {
        const sections = await readHomeSections(store.database.db, viewer, store.clock.now());
        return sections.map(({ rows, ...category }) => ({
          ...category,
          articles: presentSummaries(rows, { isForPage }).map(storyOf),
        }));
      },
      "GET /home/order": async ({ viewer }, reply) =>
        respond(reply, await readHomeOrder(store.database.db, viewer, store.clock.now())),
      "PUT /home/order": async (call, reply) => {
        const by = { viewer: call.viewer, actor: actorOf(call) };
        return respond(reply, await arrangeHome(store, by, call.body, isCurrentFor(call)));
      },
    });
}
