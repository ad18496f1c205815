import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { Role } from "#shared/actor.ts";
import { type EditorApi, EditorApiProvider } from "#shared/editor-api.tsx";
import type { SiteInfo } from "#shared/page.ts";
import { SiteProvider } from "#shared/site-context.tsx";
import { RoleProvider } from "#ui/admin/permissions.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";
import { type Answered, cacheOf } from "./answers.ts";
import { SITE, wordsOf } from "./reader-markup.tsx";

/** The API of somebody who is logged in; what a test does not give fails when it is called. */
export function editorApi(given: Partial<EditorApi> = {}): EditorApi {
  const absent = () => Promise.reject(new Error("The test answers no such call."));
  return { account: () => "1", read: absent, send: absent, stream: absent, download: absent, ...given };
}

type Sent = { method: string; url: string; body: unknown; ifMatch: string | undefined; idempotencyKey?: string };
type Reply = { body?: unknown; etag?: string; hasOthers?: boolean } | undefined;

/** The API with all that was sent to it, in order. `answer`: what comes back, or is thrown. */
export function noteCalls(answer: (call: Sent) => Reply | Promise<Reply> = () => undefined) {
  const calls: Sent[] = [];
  const api = editorApi({
    async send(method, url, body, options = {}) {
      const { ifMatch, idempotencyKey } = options;
      const call = { method, url, body, ifMatch, ...(idempotencyKey && { idempotencyKey }) };
      calls.push(call);
      const { body: answeredBody, etag = null, hasOthers = false } = (await answer(call)) ?? {};
      return { body: answeredBody, etag, hasOthers };
    },
  });
  return { api, calls };
}

type Where = {
  /** The calls that have come back; the others are under way. */
  answers?: readonly Answered[];
  /** The cache, instead of one of `answers`. */
  client?: QueryClient;
  api?: EditorApi;
  role?: Role | null;
  site?: Partial<SiteInfo>;
  address?: string;
  /** Epoch milliseconds. */
  now?: number;
};

/** The markup of a part of the admin area as it is first shown to somebody of a role. */
export function adminMarkup(part: ReactNode, where: Where = {}): string {
  const { answers = [], client = cacheOf(answers), api = editorApi(), role = "chief" } = where;
  const { site, address = "/admin", now = 0 } = where;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...SITE, sendsMail: true, ...site }} renderedAt={now}>
        <EditorApiProvider value={api}>
          <RoleProvider value={role}>
            <MemoryRouter initialEntries={[address]}>
              <AdminToasts>{part}</AdminToasts>
            </MemoryRouter>
          </RoleProvider>
        </EditorApiProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
  // Without the layer of the toasts, which comes last.
  return html.slice(0, html.lastIndexOf('<div popover="manual"'));
}

/** What a hook gives where the admin area uses it, after the rendering that called it; its functions can be called then. */
export function hookResult<Result>(hook: () => Result, where: Where = {}): Result {
  const results: Result[] = [];
  adminMarkup(<Probe hook={hook} onResult={(result) => void results.push(result)} />, where);
  if (results.length === 0) throw new Error("The hook was not called.");
  // The last: one that sets state while it renders is called again.
  return results.at(-1) as Result;
}

function Probe<Result>({ hook, onResult }: { hook: () => Result; onResult: (result: Result) => void }) {
  onResult(hook());
  return null;
}

/** The names of the buttons in some markup, as they are announced. */
export const buttonsIn = (html: string): string[] =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].map(
    ([, attributes = "", inside = ""]) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? wordsOf(inside),
  );
