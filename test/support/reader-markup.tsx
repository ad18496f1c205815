import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ApiQuery } from "#shared/api-query.ts";
import type { SiteInfo } from "#shared/page.ts";
import { RouteParams, StaticRouter } from "#shared/router.tsx";
import { SiteProvider } from "#shared/site-context.tsx";

export const SITE: SiteInfo = { name: "Jarida", url: "https://news.example", social: {} };

/** A cache of what calls have answered; those that are not named are still under way. */
export function clientOfAnswers() {
  const client = new QueryClient({
    // A call that has failed stays so: in a browser it is made once more where it is first shown.
    defaultOptions: { queries: { retry: false, retryOnMount: false, queryFn: () => new Promise(() => {}) } },
  });
  return {
    client,
    has<Data>({ queryKey }: ApiQuery<Data>, data: Data) {
      client.setQueryData(queryKey, data);
    },
    /** The call has failed. */
    async fails({ queryKey }: ApiQuery<unknown>, error: Error) {
      await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) });
    },
  };
}

/** What a part of a reader's page shows at an address, at the beginning of 1970 unless another `now` is given. */
export const readerMarkup = (
  part: ReactNode,
  { client = clientOfAnswers().client, to = "/", params = {}, now = 0 } = {},
): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SiteProvider site={SITE} renderedAt={now}>
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
