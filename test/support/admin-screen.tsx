import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { ApiQuery } from "#shared/api-query.ts";
import { type EditorApi, EditorApiProvider } from "#shared/editor-api.tsx";
import type { Role } from "#shared/roles.ts";
import { RoleProvider } from "#ui/admin/permissions.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";

type Sent = { method: string; url: string; body: unknown; ifMatch: string | undefined };

/** What the server answers: a body with its tag; or it throws. */
type AnswerTo = (call: Sent) => { body?: unknown; etag?: string } | undefined;

/** An editor's API that notes what is sent, in order, and answers nothing unless told to. */
export function noteCalls(answer: AnswerTo = () => undefined) {
  const calls: Sent[] = [];
  const api: EditorApi = {
    account: () => "1",
    read: () => Promise.reject(new Error("Nothing is read here.")),
    stream: () => Promise.reject(new Error("Nothing streams here.")),
    download: () => Promise.reject(new Error("Nothing is downloaded here.")),
    async send(method, url, body, options = {}) {
      const call = { method, url, body, ifMatch: options.ifMatch };
      calls.push(call);
      const { body: answered, etag = null } = answer(call) ?? {};
      return { body: answered, etag, isRepeated: false };
    },
  };
  return { api, calls };
}

type Surroundings = {
  /** Of whoever looks at it; a chief by default. */
  role?: Role;
  api?: EditorApi;
  client?: QueryClient;
  /** Where it is open. */
  at?: string;
};

/** A cache in which calls have been answered, or have failed; all others are on their way for ever. */
export function cacheOf(
  known: readonly (readonly [ApiQuery<unknown>, unknown])[] = [],
  failed: ApiQuery<unknown>[] = [],
) {
  const queries = { queryFn: () => new Promise(() => {}), retryOnMount: false };
  const client = new QueryClient({ defaultOptions: { queries } });
  for (const [{ queryKey }, data] of known) client.setQueryData(queryKey, data);
  for (const { queryKey } of failed)
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: "error", error: new Error("No answer.") });
  return client;
}

/** A part of the admin area as HTML, before any of its effects. */
export function renderAdmin(part: ReactNode, surroundings: Surroundings = {}): string {
  const { role = "chief", api = noteCalls().api, client = cacheOf(), at = "/admin" } = surroundings;
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={client}>
        <EditorApiProvider value={api}>
          <RoleProvider value={role}>
            <AdminToasts>{part}</AdminToasts>
          </RoleProvider>
        </EditorApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  // Without the layer of the toasts, which comes last.
  return html.slice(0, html.lastIndexOf('<div popover="manual"'));
}

function Probe({ hook }: { hook: () => void }) {
  hook();
  return null;
}

/** What a hook returns as it is first rendered. Its functions can be called; what they set is not rendered. */
export function firstOf<Result>(hook: () => Result, surroundings: Surroundings = {}): Result {
  const results: Result[] = [];
  renderAdmin(<Probe hook={() => results.push(hook())} />, surroundings);
  if (results.length === 0) throw new Error("The hook was not rendered.");
  return results[0] as Result;
}

/** The text of some HTML, with one space for each gap. */
export const textIn = (html: string): string =>
  html
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();

/** The names of the buttons in some HTML, as they are announced. */
export const buttonsIn = (html: string): string[] =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].map(
    ([, attributes = "", inside = ""]) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textIn(inside),
  );
