import { describe, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup, editorApi } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Category } from "../endpoints.ts";
import { allCategories } from "../rules.ts";
import { CategoriesTab } from "./categories-tab.tsx";
import { categoryKind } from "./category-kind.ts";

const CRYPTO: Category = { id: 1, name: "Crypto", slug: "crypto", count: 3 };

describe("the list of categories", () => {
  const tab = (answer?: object) => {
    const answered: readonly Answered[] = answer ? [[allCategories(), answer]] : [];
    return adminMarkup(<CategoriesTab />, { answers: answered });
  };

  test("leads to the page of each, unless readers do not see it yet", () => {
    const html = tab([CRYPTO, { ...CRYPTO, id: 2, name: "Tech", slug: "tech", count: 0, is_hidden: true }]);
    expect(html).toContain('href="/category/crypto"');
    expect(html).not.toContain('href="/category/tech"');
    expect(wordsOf(html)).toContain("Tech Hidden until one of its articles is published");
  });

  test("counts the articles of each; one that nobody counted has none", () => {
    const { count: _count, ...uncounted } = CRYPTO;
    const counts = tab([CRYPTO, { ...uncounted, id: 2 }]).match(/data-label="Article Count"[^>]*>.*?<\/td>/g);
    expect(counts?.map((cell) => wordsOf(`<td ${cell}`))).toEqual(["3", "0"]);
  });

  test("shows a long and hostile name as text, and names its buttons after it", () => {
    const name = `"><script>alert(1)</script>${"x".repeat(80)}\u202e`;
    const html = tab([{ ...CRYPTO, name }]);
    expect(html).not.toContain("<script");
    expect(html.match(/aria-label="(Edit|Delete) &quot;&gt;&lt;script/g)).toHaveLength(2);
  });

  test("says that it is loading, empty, or could not be fetched, and only then offers another try", () => {
    expect(wordsOf(tab())).toContain("Loading categories...");
    expect(wordsOf(tab([]))).toContain("No categories found. Add your first category to get started.");
    const failed = tab(new NetworkError());
    expect(wordsOf(failed)).toContain("Could not fetch categories Try again");
    // The toast has already announced it.
    expect(failed).not.toContain('role="alert"');
    expect([tab(), tab([]), tab([CRYPTO])].some((html) => html.includes("Try again"))).toBe(false);
  });
});

describe("the calls of the form", () => {
  const { read, create, update, versioned } = categoryKind([]);
  function answering(body: unknown, hasOthers = false) {
    const send = vi.fn(async (..._sent: unknown[]) => ({ body, etag: null, hasOthers }));
    return { api: editorApi({ send: send as never }), sent: () => send.mock.calls };
  }

  test("adding tells whether an earlier try had already added it", async () => {
    for (const hasOthers of [false, true]) {
      const { api, sent } = answering(CRYPTO, hasOthers);
      expect(await create(api, CRYPTO, "key")).toEqual({ ...versioned(CRYPTO), hasOthers });
      expect(sent()[0]).toMatchObject(["POST", expect.any(String), { name: "Crypto" }, { idempotencyKey: "key" }]);
    }
  });

  test("changing goes by the id, as the slug may have changed, and names the version it began from", async () => {
    const { api, sent } = answering({ ...CRYPTO, slug: "coins" });
    const before = versioned({ ...CRYPTO, slug: "41" });
    const after = await update(api, before, { name: "Crypto", slug: "coins" });
    expect(after.etag).not.toBe(before.etag);
    const [, url, , how] = sent()[0] ?? [];
    expect(url).toMatch(/\/categories\/1\/$/);
    expect(how).toMatchObject({ ifMatch: before.etag });
  });

  test("one that left the list is gone, and the count is no part of a version", async () => {
    const { api } = answering([{ ...CRYPTO, count: 400 }]);
    expect((await read(api, 1)).etag).toBe(versioned(CRYPTO).etag);
    await expect(read(api, 2)).rejects.toMatchObject({ status: 404 });
  });
});
