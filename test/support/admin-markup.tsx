import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { type EditorApi, EditorApiProvider } from "#shared/editor-api.tsx";
import type { Role } from "#shared/roles.ts";
import { RoleProvider } from "#ui/admin/permissions.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";
import { clientOfAnswers } from "./reader-markup.tsx";

type Call = { method: string; url: string; body: unknown };

/** The API as somebody of the newsroom calls it, with all that was sent. `answer`: what comes back, or is thrown. */
export function editorApiOf(answer: (call: Call) => unknown = () => undefined) {
  const sent: Call[] = [];
  const unasked = () => Promise.reject(new Error("Nothing was to be read."));
  const api: EditorApi = {
    account: () => "1",
    read: unasked,
    stream: unasked,
    download: unasked,
    async send(method, url, body) {
      sent.push({ method, url, body });
      return { body: answer({ method, url, body }), etag: null, isRepeated: false };
    },
  };
  return { api, sent };
}

/** What a part of the admin area shows somebody of a role at an address. */
export const adminMarkup = (
  part: ReactNode,
  { client = clientOfAnswers().client, role = "chief" as Role | null, at = "/admin", api = editorApiOf().api } = {},
): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EditorApiProvider value={api}>
        <RoleProvider value={role}>
          <MemoryRouter initialEntries={[at]}>
            <AdminToasts>{part}</AdminToasts>
          </MemoryRouter>
        </RoleProvider>
      </EditorApiProvider>
    </QueryClientProvider>,
  );

/** What a hook gives where the admin area uses it, after the rendering that called it. */
export function hookResult<Result>(hook: () => Result, where: Parameters<typeof adminMarkup>[1] = {}): Result {
  const results: Result[] = [];
  adminMarkup(<Probe hook={hook} onResult={(result) => void results.push(result)} />, where);
  const [result] = results;
  if (result === undefined) throw new Error("The hook gave nothing.");
  return result;
}

function Probe<Result>({ hook, onResult }: { hook: () => Result; onResult: (result: Result) => void }) {
  onResult(hook());
  return null;
}
