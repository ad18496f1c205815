import type { Declaration } from "#shared/declaration.ts";
import { adminUrl } from "#shared/urls.ts";

/**
 * What other programs read: RSS and JSON feeds, sitemaps, `robots.txt`, terms for crawlers, related articles.
 * Owns `crawler_fetch`. Promises: nothing that readers can't see is listed, and each file is created once for everyone while nothing changes.
 */
export const feeds = {
  screens: {
    crawlers: {
      title: "Crawlers",
      path: adminUrl.crawlers(),
      needs: ["settings.manage"],
      finder: [{ words: "settings robots txt ai training answers search bots gptbot llms license rsl content signal" }],
    },
  },
  scopes: ["crawlers"],
} as const satisfies Declaration;
