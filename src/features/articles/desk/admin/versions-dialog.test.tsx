import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { namedRevisionsOf, oneRevision, revisionsOf } from "#features/articles/admin/calls.ts";
import { type Versions, VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import type { Revision } from "#features/documents/history/schema.ts";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { WholeRevision } from "../schema.ts";
import { RevisionChanges } from "./internal/article-versions.tsx";

const version = (n: number, change: Partial<Revision> = {}): Revision => ({
  ...{
    n,
    author: "Amina",
    created: `2026-11-20T12:${String(n % 60).padStart(2, "0")}:00.000Z`,
    note: "",
    is_autosave: false,
  },
  ...change,
});
const whole = (n: number, change: Partial<WholeRevision> = {}): WholeRevision => {
  const { authors: _authors, sources: _sources, ...article } = exampleDetail();
  return { ...article, ...version(n), authors: ["Amina"], sources: [], ...change };
};

class EmptyParser {
  parseFromString = () => ({ body: { childNodes: [] } });
}

type Known = {
  isDiscarded?: boolean;
  rows?: Revision[];
  total?: number;
  read?: WholeRevision[];
  failed?: number[];
  listFailed?: boolean;
  named?: Revision[];
};

const Compared = ({ before, after }: { before: WholeRevision | null; after: WholeRevision }) => (
  <p>{`${before?.n ?? "nothing"} to ${after.n}`}</p>
);

function dialog({ isDiscarded = false, rows, total, read = [], failed = [], listFailed = false, named = [] }: Known) {
  const list = revisionsOf(7);
  const of: Versions<WholeRevision> = {
    list,
    named: namedRevisionsOf(7),
    one: (n) => oneRevision(7, n),
    name: async () => {},
    Changes: Compared,
    restoring: { isBusy: false, restore: () => {} },
    isDiscarded: () => isDiscarded,
  };
  const client = cacheOf(
    [
      [namedRevisionsOf(7)(1), { items: named, total: named.length }] as const,
      ...(rows ? [[list(1), { items: rows, total: total ?? rows.length }] as const] : []),
      ...read.map((one) => [oneRevision(7, one.n), one] as const),
    ],
    [...(listFailed ? [list(1)] : []), ...failed.map((n) => oneRevision(7, n))],
  );
  return adminMarkup(<VersionsDialog of={of} onClose={() => {}} />, { client });
}

describe("the versions of an article", () => {
  test("open with the newest, compared with the one before it, which alone cannot be restored", () => {
    const html = dialog({ rows: [version(3), version(2), version(1)], read: [whole(3), whole(2)] });
    expect(wordsOf(html)).toContain("2 to 3");
    expect(buttonsIn(html)).not.toContain("Restore this version");
    expect([...html.matchAll(/aria-current="true"/g)]).toHaveLength(1);
  });

  test("offer to restore the newest where it was discarded", () => {
    const html = dialog({ isDiscarded: true, rows: [version(2), version(1)], read: [whole(2), whole(1)] });
    expect(buttonsIn(html)).toContain("Restore this version");
  });

  test("of which there is one are compared with nothing", () => {
    const html = dialog({ rows: [version(1)], read: [whole(1)] });
    expect(wordsOf(html)).toContain("nothing to 1");
    expect(wordsOf(html)).not.toContain("Compared with");
  });

  test("are named by their names or their times, and by who saved them, or wrote while they saved themselves", () => {
    const rows = [
      version(5, { suggested_by: "Daniel", is_autosave: true }),
      version(4, { suggested_by: null, note: "Cut" }),
      version(3, { note: "Before the <lawyers>" }),
      version(2, { is_autosave: true, author: "Baraka" }),
      version(1, { author: null }),
    ];
    const words = wordsOf(dialog({ rows }));
    expect(words).toMatch(/Before the <lawyers> Saved by Amina, November 20, 2026/);
    expect(words).toContain("Autosaved by Baraka");
    expect(words).toContain("Suggested by Daniel, accepted by Amina");
    expect(words).toContain("Cut Suggested by a removed user, accepted by Amina, November 20, 2026");
    expect(words).toContain("Saved by a removed user");
  });

  test("say which one is current, and which one readers have since when", () => {
    const rows = [version(3), version(2, { public_since: "2026-11-20T13:00:00.000Z" }), version(1)];
    const statesIn = (html: string) =>
      [...html.matchAll(/font-semibold text-ink">([^<]*)</g)].map(([, state = ""]) => state.replace(/,.*/, ""));
    expect(statesIn(dialog({ rows }))).toEqual(["Current", "Public since November 20"]);
    expect(statesIn(dialog({ rows, isDiscarded: true }))).toEqual(["Public since November 20"]);
  });

  test("that have names come first, and can be shown alone; without any there is no filter", () => {
    const named = [version(1, { note: "As sent to the lawyer" })];
    const words = wordsOf(dialog({ rows: [version(2), ...named], named }));
    expect(words).toMatch(/Named only Named versions As sent to the lawyer .* All versions/);
    expect(wordsOf(dialog({ rows: [version(2), version(1)] }))).not.toContain("Named");
  });

  test("go on where there are more than a page; from the first there is nothing newer", () => {
    const rows = Array.from({ length: 50 }, (_, at) => version(60 - at));
    const isDisabled = (html: string, name: string) => new RegExp(`<button[^>]* disabled=""[^>]*>${name}<`).test(html);
    const html = dialog({ rows, total: 60 });
    expect([isDisabled(html, "Newer"), isDisabled(html, "Older")]).toEqual([true, false]);
    expect(buttonsIn(dialog({ rows, total: 50 }))).not.toContain("Older");
  });
});

describe("a version", () => {
  // Its content is parsed by the browser, and tested in content/marked.test.ts.
  beforeEach(() => void vi.stubGlobal("DOMParser", EmptyParser));
  afterEach(() => void vi.unstubAllGlobals());

  const shown = (before: Partial<WholeRevision> | null, after: Partial<WholeRevision>, isMarked = true) =>
    adminMarkup(<RevisionChanges before={before && whole(1, before)} after={whole(2, after)} isMarked={isMarked} />);
  const sections = (html: string) => [...html.matchAll(/<section aria-label="([^"]*)"/g)].map(([, name]) => name);

  test("has no differences from one that says the same, whoever saved them and when", () => {
    expect(wordsOf(shown({ author: "Amina" }, { author: "Baraka", note: "Final" }))).toMatch(/^No differences\./);
    expect(wordsOf(shown(null, {}))).not.toContain("No differences");
  });

  test("marks changed words in its title, and shows both values of settings below the page", () => {
    const html = shown(
      { title: "The bank lost 4", tags: ["one"], category: "Tech", is_breaking: false },
      { title: "The bank lost 5", tags: ["one", "two"], category: "Markets", is_breaking: true },
    );
    expect(html).toContain("<span>The bank lost </span><del>4</del><ins>5</ins>");
    expect(html).toContain("<del>Tech</del> <ins>Markets</ins>");
    expect(sections(html)).toHaveLength(3);
  });

  test("is shown as it was, without marks, where changes are not asked for", () => {
    expect(shown({ title: "A" }, { title: "B", category: "Tech" }, false)).not.toMatch(/<ins|<del|<section/);
  });

  test("says that a value is empty, rather than showing none", () => {
    expect(shown({ category: "" }, { category: "Tech" })).toContain("<del>(empty)</del> <ins>Tech</ins>");
  });
});
