import { expect, test } from "vitest";
import { endPreviews, sharePreview } from "#features/documents/previews/admin/calls.ts";
import { adminMarkup, buttonsIn, noteCalls } from "#test/support/admin-markup.tsx";
import { PageActions } from "./page-room.tsx";

type Form = Parameters<typeof PageActions>[0]["form"];

test("the bar offers a preview as soon as the page is stored", () => {
  const offered = (base: object | null) =>
    buttonsIn(
      adminMarkup(<PageActions form={{ base, isBusy: false, isUnsaved: true } as Form} onPreview={() => {}} />),
    );
  expect(offered(null)).toEqual(["Publish"]);
  expect(offered({ id: 7, status: "draft", has_draft: true })).toEqual(["Preview", "Publish"]);
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
