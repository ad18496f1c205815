import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { pageUrl } from "#shared/urls.ts";

/** An article of the first edition with pictures, a table and quotations. */
const AN_ARTICLE = 40;

export const WIDTHS = [375, 1280];

/** Every reader screen of the route table, and the two error screens. */
export const SCREENS: { name: string; path: string }[] = [
  { name: "home", path: pageUrl.home() },
  { name: "article", path: pageUrl.article(AN_ARTICLE) },
  { name: "category", path: pageUrl.category("blockchain") },
  { name: "search", path: pageUrl.search("wallet") },
  { name: "search without results", path: pageUrl.search("zzzzqqqq") },
  { name: "about", path: pageUrl.about() },
  { name: "contact", path: pageUrl.contact() },
  { name: "advertise", path: pageUrl.advertise() },
  { name: "privacy policy", path: pageUrl.privacyPolicy() },
  { name: "unsubscribe", path: pageUrl.unsubscribe() },
  { name: "unknown article", path: pageUrl.article(999_999) },
  { name: "unknown page", path: "/no/such/page" },
];

/** What readers of these articles open in a day: mostly home, then articles, categories and a few searches. */
export function mixedReading(articleIds: number[]): string[] {
  const articles = articleIds.map(pageUrl.article);
  const categories = FIRST_CATEGORIES.map(({ slug }) => pageUrl.category(slug));
  const searches = ["bitcoin", "wallet", "regulation", "ethereum layer", "chips", "blokchain"].map(pageUrl.search);
  return [
    ...articles.flatMap((article, index) => (index % 3 === 0 ? [pageUrl.home(), article] : [article])),
    ...categories,
    ...searches,
  ];
}
