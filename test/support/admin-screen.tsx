import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { ApiQuery } from "#shared/api-query.ts";
import { type EditorApi, EditorApiProvider } from "#shared/editor-api.tsx";
import type { SiteInfo } from "#shared/page.ts";
import { SiteProvider } from "#shared/site-context.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";

const SITE: SiteInfo = { name: "Jarida", url: "https://news.example", social: {}, sendsMail: true };

/** What a call has answered when a screen is rendered: data, or an error. One that is left out is under way. */
export type Answered = { query: ApiQuery<unknown>; data?: unknown; error?: Error };

export const answered = <Data,>(query: ApiQuery<Data>, data: Data): Answered => ({ query, data });
export const failed = (query: ApiQuery<unknown>, error = new Error("no connection")): Answered => ({ query, error });

type Around = { answers?: readonly Answered[]; site?: Partial<SiteInfo>; address?: string; now?: number };

/** The markup of a part of the admin area as it is first shown, with the answers that have come. Nothing is sent. */
export function renderAdmin(part: ReactNode, { answers = [], site, address = "/admin", now = 0 }: Around = {}): string {
  const refuse = () => Promise.reject(new Error("Nothing is sent while a screen is rendered."));
  // Without `retryOnMount` a call that has failed would count as one that is about to be tried again.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, queryFn: refuse } } });
  for (const { query, data, error } of answers)
    if (error) client.getQueryCache().build(client, { queryKey: query.queryKey }).setState({ status: "error", error });
    else client.setQueryData(query.queryKey, data);
  const api: EditorApi = { account: () => "1", read: refuse, send: refuse, stream: refuse, download: refuse };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <SiteProvider site={{ ...SITE, ...site }} renderedAt={now}>
          <EditorApiProvider value={api}>
            <AdminToasts>{part}</AdminToasts>
          </EditorApiProvider>
        </SiteProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  client.clear();
  return html;
}

/** What a person reads of some markup, with a space wherever an element begins or ends. */
export const readable = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp|#x27);/g, (_all, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x27": "'" };
