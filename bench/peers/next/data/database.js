import Database from "better-sqlite3";

/** The file that bench/support/next-peer.ts fills with our articles: opened once, each statement prepared once. */
const database = new Database(process.env.PEER_DATABASE);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");

const CARD = `select article.id, article.title, article.excerpt, category.name as category, category.slug as category_slug, image_url,
  author, published_at from article join category on category.id = article.category_id`;

const statements = {
  categories: database.prepare("select id, name, slug from category order by id"),
  prices: database.prepare("select symbol, price, change from price order by rowid"),
  page: database.prepare(
    `${CARD} where category_id = ? and published_at <= ? order by published_at desc, article.id desc limit ? offset ?`,
  ),
  count: database.prepare("select count(*) from article where category_id = ? and published_at <= ?").pluck(),
  article: database.prepare(`${CARD.replace("article.excerpt,", "article.excerpt, content,")} where article.id = ?`),
  latest: database.prepare(`${CARD} where published_at <= ? order by published_at desc, article.id desc limit ?`),
  trending: database.prepare(`${CARD} order by heat desc, article.id desc limit ?`),
  found: database.prepare(
    `${CARD} join article_search on article_search.rowid = article.id
     where article_search match ? order by rank limit ?`,
  ),
  insert: database.prepare(
    `insert into article (title, excerpt, content, category_id, author, image_url, heat, published_at)
     values (@title, @excerpt, @content, @categoryId, @author, @image, 0, @publishedAt)`,
  ),
};

const withDate = ({ published_at, ...article }) => ({
  ...article,
  published_date: new Date(published_at).toISOString(),
});

export const categories = () => statements.categories.all();
export const prices = () => statements.prices.all();
/** One article with its text; undefined if there is none. */
export function article(id) {
  const found = statements.article.get(id);
  return found && withDate(found);
}
export const latest = (limit) => statements.latest.all(Date.now(), limit).map(withDate);
export const trending = (limit) => statements.trending.all(limit).map(withDate);

/** One page of a category and how many articles it has. `page` counts from 1. */
export function categoryPage(categoryId, page, size) {
  const now = Date.now();
  const items = statements.page.all(categoryId, now, size, (page - 1) * size).map(withDate);
  return { items, total: statements.count.get(categoryId, now) };
}

/** The best matches of all words of a query. */
export function search(query, limit) {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  return statements.found.all(words.map((word) => `"${word}"`).join(" "), limit).map(withDate);
}

/** Stores one article, durable when this returns, and returns its id. */
export const insert = (article) => Number(statements.insert.run(article).lastInsertRowid);
