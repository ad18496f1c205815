import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY } from "#shared/time.ts";
import { presentDisclosures, presentNote } from "./present.ts";
import { dayOf, disclosureSentences, startOfDay } from "./rules.ts";
import { contentHash, dayHash, encodeDisclosures, versionHash } from "./serialize.ts";

describe("days of the record", () => {
  test("begin at midnight in UTC, and every instant is in the one that it is named after", () => {
    // The day after the last one of the year 9999 has no name of four digits to compare.
    const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(9999, 11, 31) - 1 });
    fc.assert(
      fc.property(instant, (at) => {
        const start = startOfDay(dayOf(at)) ?? Number.NaN;
        expect(start).toBeLessThanOrEqual(at);
        expect(at - start).toBeLessThan(DAY);
        expect(dayOf(start + DAY) > dayOf(at)).toBe(true);
      }),
    );
  });

  test.each([
    "2026-02-30",
    "2026-13-01",
    "2026-1-1",
    "2026-11-23T00",
    " 2026-11-23",
    "",
    "today",
    "+002026-11-2",
    "２026-11-23",
  ])("are no others (%j)", (day) => {
    expect(startOfDay(day)).toBeNull();
  });
});

describe("what authors held is told", () => {
  const held = (account: number, symbols: string[], isUpdate = false) => ({
    account,
    name: `Author ${account}`,
    symbols,
    isUpdate,
  });

  test("once for each author, as of the publication, and once as of later changes", () => {
    expect(disclosureSentences([])).toEqual([]);
    expect(
      disclosureSentences([held(1, ["BTC"]), held(2, ["ETH"]), held(1, ["SOL"], true), held(1, ["XRP", "ADA"], true)]),
    ).toEqual([
      "Author 1 held BTC when this was published.",
      "Author 2 held ETH when this was published.",
      "Author 1 held SOL, XRP, and ADA when this was updated.",
    ]);
  });

  test("in other places as one list for each author", () => {
    expect(presentDisclosures([held(1, ["BTC"]), held(2, ["ETH"]), held(1, ["SOL"], true)])).toEqual([
      { name: "Author 1", symbols: ["BTC", "SOL"] },
      { name: "Author 2", symbols: ["ETH"] },
    ]);
  });
});

test("a correction without a place stands at the bottom", () => {
  const note = { at: Date.UTC(2026, 10, 20), reason: "It was Monday." };
  expect([presentNote({ ...note, position: null }), presentNote({ ...note, position: "top" })]).toMatchObject([
    { position: "bottom", date: "2026-11-20T00:00:00.000Z" },
    { position: "top" },
  ]);
});

describe("the hashes of the record, which never change", () => {
  const TEXT = { title: 'A "title" \u2028 🦒', excerpt: "é", image_url: "", content: "<p>&amp;</p>" };
  const FACTS = {
    ...{
      article_id: 7,
      n: 2,
      at: Date.UTC(2026, 10, 20, 12),
      kind: "change" as const,
      reason: "A reason",
      position: null,
    },
    content_hash: "ab",
    previous_hash: "cd",
    disclosures: null,
  } as const;

  test("are those that have been published", () => {
    expect([contentHash(TEXT), versionHash(FACTS), dayHash("2026-11-20", null).head()]).toEqual([
      ...[
        "5fae9ac7d0f9794a61d034d03912d2ee9e8a5bb33183c5e775c7e859ed1ada4f",
        "30a29bb563c934822084eafd09a2bdf95720dee5b8798be2d3fdc510729cd7d3",
        "f00df0f18541e611ab58c18326f409495e35c85641d8b40fe138bace057bfc64",
      ],
    ]);
  });

  test("of a text are of nothing but its four fields, whatever else a row has and in whichever order", () => {
    const { title, excerpt, image_url, content } = TEXT;
    const row = { content, id: 7, title, category: "Tech", image_url, excerpt };
    expect(contentHash(row)).toBe(contentHash(TEXT));
  });

  test("of a version change with any of its facts", () => {
    const disclosures = encodeDisclosures([{ account: 1, symbols: ["BTC"] }]);
    const changes = {
      article_id: 8,
      n: 3,
      at: FACTS.at + 1,
      kind: "minor",
      reason: "",
      position: "top",
      content_hash: null,
      previous_hash: null,
      disclosures,
    } as const;
    const hashes = Object.entries(changes).map(([name, value]) => versionHash({ ...FACTS, [name]: value }));
    expect(new Set([versionHash(FACTS), ...hashes]).size).toBe(10);
    // Where nothing is disclosed, nothing of it is hashed: versions from before there were disclosures stay as they are.
    expect(encodeDisclosures([])).toBeNull();
  });

  test("of a day depend on the order of its versions, and on where one ends and the next begins", () => {
    const head = (previous: string | null, ...versions: string[]) => {
      const day = dayHash("2026-11-20", previous);
      for (const version of versions) day.add(version);
      return [day.head(), day.count()] as const;
    };
    const heads = [head(null), head(null, "a", "b"), head(null, "b", "a"), head(null, "ab"), head(null, "a", "b", "")];
    expect(new Set([...heads, head("", "a", "b")].map(([hash]) => hash)).size).toBe(6);
    expect(heads.map(([, count]) => count)).toEqual([0, 2, 2, 1, 3]);
  });
});
