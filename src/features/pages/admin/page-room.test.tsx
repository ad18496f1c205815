import { expect, test, vi } from "vitest";
import { endPreviews, sharePreview } from "#features/documents/previews/admin/use-preview.ts";
import { adminMarkup, buttonsIn, noteCalls } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { WholePageRevision } from "../endpoints.ts";
import { PageActions } from "./page-room.tsx";
import { PageChanges } from "./page-versions.tsx";
import { PAGE_TYPE } from "./pages-screen.tsx";

type Form = Parameters<typeof PageActions>[0]["form"];

test("the bar offers a preview as soon as the page is stored", () => {
  const offered = (base: object | null) =>
    buttonsIn(adminMarkup(<PageActions form={{ base, isBusy: false, isUnsaved: true } as Form} onOpen={() => {}} />));
  expect(offered(null)).toEqual(["Publish"]);
  const draft = { id: 7, status: "draft", has_draft: true, publish_at: null };
  expect(offered(draft)).toEqual(["Preview", "Publish", "Publish: more ways"]);
  const shown = { ...draft, status: "published", published_date: "2026-11-01T00:00:00.000Z" };
  expect(offered(shown)).toEqual(["Preview", "Update", "Update: more ways"]);
});

test("links to previews are made and ended below the path of their document", async () => {
  const { api, calls } = noteCalls();
  const page = { type: "page", id: 7 } as const;
  await sharePreview(api, page);
  await endPreviews(api, page);
  expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /api/pages/7/preview/",
    "DELETE /api/pages/7/preview/",
  ]);
});

/** Only the text needs a browser. */
class EmptyParser {
  parseFromString = () => ({ body: { childNodes: [] } });
}

test("a version is shown as the page was, with or without what changed in it", () => {
  vi.stubGlobal("DOMParser", EmptyParser);
  const version = (change: Partial<WholePageRevision>): WholePageRevision => ({
    ...PAGE_TYPE.empty,
    n: 1,
    author: null,
    created: "2026-11-20T12:00:00.000Z",
    note: "",
    is_autosave: false,
    ...change,
  });
  const [before, after] = [version({ title: "Ethics" }), version({ title: "Our ethics", in_menu: true })];
  const shown = (isMarked: boolean) => adminMarkup(<PageChanges before={before} after={after} isMarked={isMarked} />);
  expect(wordsOf(shown(false))).toBe("Our ethics");
  expect(wordsOf(shown(true))).toMatch(/Ethics.*ethics.*In the menu/);
  vi.unstubAllGlobals();
});
