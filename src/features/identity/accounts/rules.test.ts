import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfSession, lengthOf, profileVersion, REFRESH_TTL_MS, SESSION_TTL_MS } from "./rules.ts";

describe("a session ends", () => {
  const startedAt = Date.UTC(2026, 10, 1);

  test("two weeks after it was used last", () => {
    const at = startedAt + 5_000;
    expect(endOfSession({ startedAt, at })).toBe(at + REFRESH_TTL_MS);
  });

  test("ninety days after it began, however often it is used", () => {
    const lastDay = startedAt + SESSION_TTL_MS - 1;
    expect(endOfSession({ startedAt, at: lastDay })).toBe(startedAt + SESSION_TTL_MS);
  });

  test("never earlier for being used later, and never beyond either limit", () => {
    const use = fc.nat(SESSION_TTL_MS);
    fc.assert(
      fc.property(use, use, (one, other) => {
        const [earlier, later] = [one, other].sort((left, right) => left - right);
        const [first, second] = [earlier ?? 0, later ?? 0].map((since) => ({
          at: startedAt + since,
          end: endOfSession({ startedAt, at: startedAt + since }),
        }));
        expect(second?.end).toBeGreaterThanOrEqual(first?.end ?? 0);
        expect(second?.end).toBeLessThanOrEqual(
          Math.min((second?.at ?? 0) + REFRESH_TTL_MS, startedAt + SESSION_TTL_MS),
        );
      }),
    );
  });
});

test("a password is as long as a person counts: an emoji of one code point is one character", () => {
  expect([lengthOf(""), lengthOf("пароль"), lengthOf("🗞🗞")]).toEqual([0, 6, 2]);
});

describe("the version of a profile", () => {
  const PROFILE = {
    name: "Amina",
    bio: "Writes.",
    image_url: "",
    links: [{ label: "Site", url: "https://a.example/" }],
  };

  test("is the same for the same profile, whatever else a row has", () => {
    expect(profileVersion({ ...PROFILE, ...{ id: 7, email: "a@news.example" } })).toBe(profileVersion({ ...PROFILE }));
  });

  test.each([
    ["the name", { name: "Amina O." }],
    ["the bio", { bio: "" }],
    ["the picture", { image_url: "/a.jpg" }],
    ["a link's label", { links: [{ label: "Page", url: "https://a.example/" }] }],
    ["a link's address", { links: [{ label: "Site", url: "https://b.example/" }] }],
    ["a link that is gone", { links: [] }],
    ["text that moves from one field to the next", { name: "AminaWrites.", bio: "" }],
  ])("is another one with another state of %s", (_what, change) => {
    expect(profileVersion({ ...PROFILE, ...change })).not.toBe(profileVersion(PROFILE));
  });

  test("is another one where two links change places", () => {
    const [one, other] = [
      { label: "Site", url: "https://a.example/" },
      { label: "Blog", url: "https://b.example/" },
    ];
    expect(profileVersion({ ...PROFILE, links: [one, other] })).not.toBe(
      profileVersion({ ...PROFILE, links: [other, one] }),
    );
  });
});
