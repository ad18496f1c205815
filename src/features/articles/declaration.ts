import { type Declaration, editors, ownBelowEditor } from "#shared/declaration.ts";
import { adminUrl, documentPattern } from "#shared/urls.ts";

/**
 * Articles as stored and as readers see them: lists, pages, home page, authors, views. Owns `article` and everything
 * derived from it (`derived_content`, lists, bylines, pictures in use). Promises: readers only see what `readable`
 * allows, every write states its events, and listeners run in the transaction of the write.
 */
export const articles = {
  screens: {
    home: {
      title: "Home page",
      path: adminUrl.home(),
      needs: ["home.arrange"],
      finder: [{ words: "front lead featured picks order arrange" }],
    },
    fronts: {
      title: "Front pages",
      path: adminUrl.fronts(),
      needs: ["home.arrange"],
      finder: [{ words: "home category blocks layout arrange sections" }],
    },
    authors: {
      title: "Authors",
      path: adminUrl.authors(),
      needs: ["author.manage"],
      finder: [{ words: "bylines guests writers contributors merge link biography" }],
    },
    series: {
      title: "Series",
      path: adminUrl.series(),
      needs: ["series.manage"],
      finder: [{ words: "parts order multi-part collection" }],
    },
    article: { title: "Article", path: "/admin/articles", below: "documents" },
  },
  permissions: {
    "article.read": {
      does: "see unpublished articles, their versions and notes",
      roles: ownBelowEditor,
      keys: "drafts",
    },
    "article.write": { does: "write, change and delete unpublished articles", roles: ownBelowEditor, keys: "drafts" },
    "article.suggest": {
      does: "suggest changes to articles that they may read, and to published ones",
      roles: { chief: "any", editor: "any", writer: "any", contributor: "own" },
      keys: "drafts",
    },
    "article.ready": {
      does: "mark articles as ready",
      roles: { chief: "any", editor: "any", writer: "own" },
      keys: "drafts",
    },
    "article.publish": {
      does: "publish articles, feature and highlight them, and change or unpublish published ones",
      roles: editors,
      keys: "publishing",
    },
    "author.manage": {
      does: "add, change, merge and delete authors without an account",
      roles: editors,
      keys: "publishing",
    },
    "series.manage": { does: "add, change, order and delete series", roles: editors, keys: "publishing" },
    "home.arrange": { does: "arrange the home page and other front pages", roles: editors, keys: "publishing" },
  },
  actionKinds: { article: "Articles", author: "Authors", home: "Home page", front: "Front pages", series: "Series" },
  actions: {
    "article.create": "Article created",
    "article.publish": "Article published",
    "article.schedule": "Article scheduled",
    "article.unschedule": "Schedule cancelled",
    "article.update": "Article changed",
    "article.correct": "Article corrected",
    "article.unpublish": "Article unpublished",
    "author.create": "Author added",
    "author.address": "Author’s address changed",
    "author.merge": "Authors merged",
    "author.delete": "Author deleted",
    "series.create": "Series created",
    "series.update": "Series changed",
    "series.arrange": "Series arranged",
    "series.delete": "Series deleted",
    "home.arrange": "Home page arranged",
    "front.publish": "Front page arranged",
    "front.schedule": "Arrangement of a front page scheduled",
    "front.unschedule": "Schedule of a front page cancelled",
    "front.reset": "Front page returned to the default",
  },
  addresses: {
    series: { pattern: documentPattern.series, taken: "Another series has this slug." },
    author: { pattern: documentPattern.author, taken: "Another author has this slug." },
  },
  pictures: {
    article: { label: "Article" },
    front: { label: "Front page", path: adminUrl.fronts() },
    series: { label: "Series", path: adminUrl.series() },
  },
  scopes: [
    "article",
    "card",
    "latest",
    "featured",
    "picks",
    "breaking",
    "trending",
    "category",
    "byline",
    "series",
    "search",
    "record",
    "corrections",
    "front",
  ],
  personalData: {
    bylines: {
      columns: {
        "article.author_id": "articles",
        "article_byline.account_id": "articles",
        "article_list_entry.author_id": "articles",
        "article_owner.account_id": "articles",
      },
      also: ["trashed_document"],
      until: "the article goes",
      exported: "yes",
      erased: "number",
      afterwards: "“Former author”",
    },
    "who arranged a front page": {
      columns: { "front_version.saved_by": null },
      until: "the publication goes",
      exported: "no: the pages are the newsroom’s",
      erased: "number",
    },
    "saved views of the list of articles": {
      columns: { "saved_view.account_id": "saved_views" },
      until: "removed, and an hour",
      exported: "yes",
      erased: "gone",
    },
    "who last changed an article": {
      columns: { "article.updated_by": "revisions" },
      until: "the article goes",
      exported: "yes, as a version",
      erased: "number",
    },
  },
} as const satisfies Declaration;
