import { afterEach, describe, expect, test, vi } from "vitest";
import { ROLES, type Role } from "#shared/actor.ts";
import { NetworkError } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { PERMISSION_NAMES } from "#shared/permissions.ts";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import { stubStorage } from "#test/support/browser.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { KeptPlace, PlaceLink, useIsOpenPlace, useLinkToken } from "./address.tsx";
import { useKeptChoice } from "./kept-choice.ts";
import { ariaKeys, spokenKeys } from "./keyboard.tsx";
import { type PageSwitch, usePagedList } from "./paged-list.tsx";
import { RoleProvider, useMay } from "./permissions.tsx";

afterEach(() => vi.unstubAllGlobals());

function AskingScreen({ tell }: { tell: (may: ReturnType<typeof useMay>) => void }) {
  tell(useMay());
  return null;
}

function Inside() {
  return <p>{useIsOpenPlace() ? "open" : "hidden"}</p>;
}

describe("what a screen leaves out for a role", () => {
  /** The answers that a screen gets which is shown to somebody of this role. */
  function mayOf(role: Role | null) {
    const found: ReturnType<typeof useMay>[] = [];
    adminMarkup(
      <RoleProvider value={role}>
        <AskingScreen tell={(may) => found.push(may)} />
      </RoleProvider>,
    );
    return found[0] ?? (() => false);
  }
  /** What a role may do for its own things, and for anybody's. */
  function may(role: Role | null) {
    const ask = mayOf(role);
    const names = (whose: "own" | "any") => PERMISSION_NAMES.filter((name) => ask(name, whose));
    return { own: names("own"), any: names("any") };
  }

  test("is nothing as long as the role is not known: the server says no", () => {
    expect(may(null)).toEqual({ own: PERMISSION_NAMES, any: PERMISSION_NAMES });
  });

  test("is what one may only do with one's own, where it is about anybody's", () => {
    const writer = may("writer");
    expect([writer.own.includes("article.write"), writer.any.includes("article.write")]).toEqual([true, false]);
    expect(writer.own).not.toContain("article.publish");
  });

  test.each(ROLES)("is for %s never more for one's own things than for anybody's", (role) => {
    const { own, any } = may(role);
    expect(any.filter((name) => !own.includes(name))).toEqual([]);
  });

  test("is asked for one's own things where nothing else is said", () => {
    expect(mayOf("contributor")("article.write")).toBe(true);
  });
});

describe("the token of a mail's link", () => {
  const token = (address: string) => hookResult(() => useLinkToken("/admin/reset"), { address });

  test.each([
    ["is what the link carries", "/admin/reset?token=abc.def-_", "abc.def-_"],
    ["is decoded as addresses are", "/admin/reset?x=1&token=a%2Bb%20c", "a+b c"],
    ["is empty where there is none, which the server refuses", "/admin/reset", ""],
    ["may be empty", "/admin/reset?token=", ""],
  ])("%s", (_what, address, found) => {
    expect(token(address)).toBe(found);
  });

  test("is found after it has left the address, as after a reload", () => {
    const address = { pathname: "/admin/reset", state: { token: "kept" } } as unknown as string;
    expect(token(address)).toBe("kept");
  });
});

describe("a choice that the browser keeps", () => {
  const size = (stored: unknown) => (stored === 25 || stored === 50 ? stored : undefined);
  const choice = () => hookResult(() => useKeptChoice("rows", size, 50));

  test("is found again", () => {
    stubStorage();
    const [first, choose] = choice();
    choose(25);
    expect([first, choice()[0]]).toEqual([50, 25]);
  });

  test.each(["30", "{", '"25"', "null", "", '{"__proto__":1}'])("is the first one where %j is stored", (stored) => {
    stubStorage().setItem("rows", stored);
    expect(choice()[0]).toBe(50);
  });

  test("needs no storage: none that is full, and none at all", () => {
    stubStorage().refuses = true;
    expect(() => choice()[1](25)).not.toThrow();
    vi.stubGlobal("localStorage", undefined);
    expect(choice()[0]).toBe(50);
    expect(() => choice()[1](25)).not.toThrow();
  });
});

describe("the page of a list", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
  const asked: [number, number | undefined][] = [];
  const pageOf = (page: number, size?: number): ApiQuery<never> => {
    asked.push([page, size]);
    return { queryKey: [`/list?page=${page}`, "paged"] };
  };
  function listAt(address: string, answer?: object, at?: PageSwitch) {
    asked.length = 0;
    const answered = answer ? [[pageOf(at?.page ?? pageIn(address)), answer] as const] : [];
    return hookResult(() => usePagedList(pageOf as never, at ? { at, size: 20 } : {}), { address, answers: answered });
  }
  const pageIn = (address: string) => Number(/page=(\d+)/.exec(address)?.[1] ?? 1);

  test.each(["", "?page=0", "?page=-2", "?page=1e3", "?page=2.5", "?page=x", "?page=999999999999", "?page=%00"])(
    "is the first for the address %j",
    (query) => {
      expect(listAt(`/admin${query}`).page).toBe(1);
    },
  );

  test("is counted from what the server has, and there is one even of nothing", () => {
    expect(listAt("/admin?page=2", { items: rows(50), total: 101 })).toMatchObject({ page: 2, pages: 3, total: 101 });
    expect(listAt("/admin", { items: [], total: 0 })).toMatchObject({ rows: [], page: 1, pages: 1, isFailed: false });
  });

  test("is not loaded yet, or has failed: only the one has nothing to say", () => {
    expect(listAt("/admin")).toMatchObject({ rows: undefined, error: null, isFailed: false });
    expect(listAt("/admin", new NetworkError())).toMatchObject({ rows: undefined, isFailed: true });
  });

  test("can be kept elsewhere than in the address, in pages of another size", () => {
    const open = vi.fn();
    const list = listAt("/admin?page=7", { items: rows(20), total: 41 }, { page: 2, open });
    expect([list.page, list.pages, list.open]).toEqual([2, 3, open]);
    expect(asked.at(-1)).toEqual([2, 20]);
  });
});

describe("a place that is kept", () => {
  test("is not built before it is first visited", () => {
    expect(adminMarkup(<KeptPlace isOpen={false}>Article</KeptPlace>)).not.toContain("Article");
  });

  test("knows that it is open, and that it is not within one that is hidden", () => {
    expect(wordsOf(adminMarkup(<KeptPlace isOpen>{<Inside />}</KeptPlace>))).toBe("open");
    expect(wordsOf(adminMarkup(<Inside />))).toBe("open");
  });
});

describe("a link of the admin area", () => {
  const link = (to: string) => adminMarkup(<PlaceLink to={to}>Go</PlaceLink>).match(/<a[^>]*>/)?.[0];

  test("stays in the tab within the area, and opens a page of the site beside it", () => {
    expect(link("/admin/articles/7")).toContain('href="/admin/articles/7"');
    expect(link("/admin/articles/7")).not.toContain("target=");
    expect(link("/article/7")).toMatch(/href="\/article\/7" target="_blank" rel="noopener"/);
  });
});

test.each([
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "⌘+Shift+S", "Meta+Shift+S"],
  ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)", "⌘+Shift+S", "Meta+Shift+S"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Ctrl+Shift+S", "Control+Shift+S"],
])("keys are named as on the keyboard of %s", (userAgent, spoken, aria) => {
  vi.stubGlobal("navigator", { userAgent });
  expect([spokenKeys("Mod-Shift-S"), ariaKeys("Mod-Shift-S")]).toEqual([spoken, aria]);
});
