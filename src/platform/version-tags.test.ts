import fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprint } from "#shared/fingerprint.ts";
import { matchesVersion, versionTag } from "./version-tags.ts";

const version = fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.array(fc.string()).map(fingerprint));

test("a tag matches its version and no other, complete, weak, bare or in a list", () => {
  fc.assert(
    fc.property(version, version, fc.json(), (mine, other, answer) => {
      fc.pre(mine !== other);
      const tag = versionTag(mine, answer);
      for (const sent of [tag, `W/${tag}`, `"${mine}"`, `"x", ${tag}`, "*"]) {
        expect(matchesVersion(sent, mine)).toBe(true);
        expect(matchesVersion(sent, other)).toBe(sent === "*");
      }
    }),
  );
});

test.each(["", "garbage", "1", '"1', '"-1"', '"1 2"', '"1"x'])("%j matches no version", (sent) => {
  expect(matchesVersion(sent, 1)).toBe(false);
});

test("an edit that names no version may change any", () => {
  expect(matchesVersion(undefined, 7)).toBe(true);
});
