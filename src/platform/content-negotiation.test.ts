import { expect, test } from "vitest";
import { acceptedEncoding, namesTag } from "./content-negotiation.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0,gzip;q=0", "identity"],
  ["br;q=0.5", "br"],
  ["br;q=0.1, gzip;q=1", "gzip"],
  ["gzip;q=0.5, br;q=0.5", "br"],
  ["GZIP ; Q=0.8 , BR ; q = 0.9", "br"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["*;q=0", "identity"],
  ["gzip, *;q=0", "gzip"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0, *;q=0.1", "br"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity, gzip, br", "br"],
  ["x-gzip", "gzip"],
  ["deflate, zstd", "identity"],
  ["broken, abracadabra", "identity"],
  ["br;q=2, gzip", "gzip"],
  [",,;;q=,", "identity"],
])("Accept-Encoding %s is answered with %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["", false],
  ["a", false],
])("If-None-Match %s names the tag or not: %s", (header, isNamed) => {
  expect(namesTag(header, 'W/"a"')).toBe(isNamed);
});
