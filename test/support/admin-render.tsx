import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { ApiQuery } from "#shared/api-query.ts";
import { type EditorApi, EditorApiProvider } from "#shared/editor-api.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";

/** What the server has answered so far: each call's data, or the error it failed with. */
export type Answered = readonly (readonly [query: ApiQuery<unknown>, answer: object])[];

/** The API of somebody who is logged in, as screens use it; what a test does not give fails when it is called. */
export function editorApi(given: Partial<EditorApi> = {}): EditorApi {
  const absent = () => Promise.reject(new Error("The test answers no such call."));
  return { account: () => "7", read: absent, send: absent, stream: absent, download: absent, ...given };
}

function clientThatKnows(answered: Answered): QueryClient {
  const queryFn = () => Promise.reject(new Error("Nothing is fetched while a screen is rendered."));
  const client = new QueryClient({ defaultOptions: { queries: { queryFn, retryOnMount: false, gcTime: Infinity } } });
  for (const [{ queryKey }, answer] of answered)
    if (answer instanceof Error)
      client.getQueryCache().build(client, { queryKey }).setState({ status: "error", error: answer });
    else client.setQueryData(queryKey, answer);
  return client;
}

/** A screen of the admin area as it is first shown, once the server has answered so much. */
export function renderAdmin(
  screen: ReactNode,
  {
    answered = [],
    api = editorApi(),
    address = "/admin",
  }: { answered?: Answered; api?: EditorApi; address?: string } = {},
): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={clientThatKnows(answered)}>
      <EditorApiProvider value={api}>
        <AdminToasts>
          <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
        </AdminToasts>
      </EditorApiProvider>
    </QueryClientProvider>,
  );
}

function Host({ use }: { use: () => void }) {
  use();
  return null;
}

/** What a hook returns when its component is first rendered in the admin area; its functions can be called afterwards. */
export function hookInAdmin<Returned>(use: () => Returned, where: Parameters<typeof renderAdmin>[1] = {}): Returned {
  const returned: Returned[] = [];
  renderAdmin(<Host use={() => void returned.push(use())} />, where);
  const [first] = returned;
  return first as Returned;
}

/** The words of some markup, as they are read. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
