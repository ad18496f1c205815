import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SiteInfo } from "#shared/page.ts";
import { RouteParams, StaticRouter } from "#shared/router.tsx";
import { SiteProvider } from "#shared/site-context.tsx";
import { cacheOf } from "./answers.ts";

export const SITE: SiteInfo = {
  name: "Jarida",
  url: "https://news.example",
  contactEmail: "contact@news.example",
  title: "News",
  description: "What is new.",
  social: [],
};

/** What a part of a reader's page shows at an address, at the beginning of 1970 unless another `now` is given. */
export const readerMarkup = (
  part: ReactNode,
  { client = cacheOf(), to = "/", params = {}, now = 0, site = {} as Partial<SiteInfo> } = {},
): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...SITE, ...site }} renderedAt={now}>
        <StaticRouter to={to}>
          <RouteParams params={params}>{part}</RouteParams>
        </StaticRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );

/** The words of markup as one reads them. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&amp;|&quot;|&#x27;|&lt;|&gt;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
const ENTITIES: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">" };
