import { describe, expect, test } from "vitest";
import { pictureChange, pictureEdit, pictureQuery, pictureReplacement } from "./schema.ts";

const messagesOf = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("the pictures of some days", () => {
  const read = (from: string, to: string) => {
    const { from: first, to: last } = pictureQuery.parse({ from, to });
    return [first, last].map((moment) => (moment === undefined ? undefined : new Date(moment).toISOString()));
  };

  test("begin with the first one and end with the last moment of the last one", () => {
    expect(read("2026-11-20", "2026-11-20")).toEqual(["2026-11-20T00:00:00.000Z", "2026-11-20T23:59:59.999Z"]);
    expect(read("2024-02-29", "2024-12-31")).toEqual(["2024-02-29T00:00:00.000Z", "2024-12-31T23:59:59.999Z"]);
  });

  test("may be named by moments, in any zone, which are meant exactly", () => {
    expect(read("2026-11-20T10:00:00+03:00", "2026-11-20T10:00:00.5Z")).toEqual([
      "2026-11-20T07:00:00.000Z",
      "2026-11-20T10:00:00.500Z",
    ]);
  });

  test("are all where nothing is said", () => {
    expect(read("", "")).toEqual([undefined, undefined]);
    expect(pictureQuery.parse({})).toMatchObject({ limit: expect.any(Number), offset: 0 });
  });

  test.each(["2026-02-30", "20.11.2026", "2026-11-20T10:00", "yesterday", "2026-11-20 "])("cannot be %j", (given) => {
    const message = "must be an ISO 8601 date or time, for example 2026-11-20.";
    expect(messagesOf(pictureQuery.safeParse({ from: given, to: given }))).toEqual([
      `from: From ${message}`,
      `to: To ${message}`,
    ]);
  });
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["true", true],
  ["false", false],
])("pictures with the use %j are asked for as %j", (used, asked) => {
  expect(pictureQuery.parse({ used }).used).toBe(asked);
});

test("a use that is none is refused by name", () => {
  expect(messagesOf(pictureQuery.safeParse({ used: "maybe" }))).toEqual([expect.stringMatching(/^used: /)]);
});

describe("a change of what is known about a picture", () => {
  test("leaves out what is not given, so that it keeps its value", () => {
    expect(pictureChange.parse({ alt: "A harbour" })).toEqual({ alt: "A harbour" });
    expect(pictureChange.parse({})).toEqual({});
  });

  test("sets a focal point of null to the middle, and keeps the edges", () => {
    expect(pictureChange.parse({ focal_x: null, focal_y: 0 })).toEqual({ focal_x: 0.5, focal_y: 0 });
    expect(pictureChange.parse({ focal_x: 1 })).toEqual({ focal_x: 1 });
  });

  test.each([[1.001], [-0.001], ["0.5"], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    "refuses a focal point of %s",
    (focal_x) => {
      expect(messagesOf(pictureChange.safeParse({ focal_x }))).toEqual([
        "focal_x: The focal point's x must be a number from 0 to 1.",
      ]);
    },
  );

  test("names every text that is too long, by the name that editors know", () => {
    const long = {
      alt: "a".repeat(501),
      caption: "a".repeat(1_001),
      credit: "a".repeat(201),
      licence: "a".repeat(201),
    };
    const messages = messagesOf(pictureChange.safeParse(long)) ?? [];
    expect(messages.map((message) => message.split(" ").slice(0, 2).join(" "))).toEqual([
      ...["alt: Image", "caption: Caption", "credit: Credit", "licence: Licence"],
    ]);
    const longest = { alt: "é".repeat(500), caption: "é".repeat(1_000) };
    expect(pictureChange.parse(longest)).toEqual(longest);
  });

  test.each([[null], ["alt"], [[]], [7]])("cannot be %j", (body) => {
    expect(messagesOf(pictureChange.safeParse(body))).toEqual([expect.stringMatching(/^: /)]);
  });
});

describe("an edit of a picture", () => {
  const WITHIN = "A crop must be within the picture: x, y, width and height from 0 to 1.";
  const whole = { x: 0, y: 0, width: 1, height: 1 };

  test.each([
    ["turned", { rotate: 270 }],
    ["cropped", { crop: whole }],
    ["both", { rotate: 90, crop: { ...whole, width: 0.01 } }],
    // Adding two fractions in floating point may give slightly more than one.
    ["cropped to the very edge", { crop: { ...whole, x: 0.1 + 0.2, width: 0.7 } }],
  ])("may have it %s", (_how, edit) => {
    expect(pictureEdit.parse(edit)).toEqual(edit);
  });

  test.each([
    ["beyond the right edge", { ...whole, x: 0.01 }],
    ["beyond the lower edge", { ...whole, y: 0.5, height: 0.6 }],
  ])("cannot crop %s", (_where, crop) => {
    expect(messagesOf(pictureEdit.safeParse({ crop }))).toEqual([`crop: ${WITHIN}`]);
  });

  test.each([
    ["a sliver of it", "width", { ...whole, width: 0.009 }],
    ["what begins outside", "x", { ...whole, x: -0.1 }],
    ["more than all", "height", { ...whole, height: 1.5 }],
    ["what is no number", "height", { ...whole, height: "1" }],
    ["what has no width", "width", { x: 0, y: 0, height: 1 }],
  ])("cannot keep %s, and says so in words", (_what, field, crop) => {
    const messages = messagesOf(pictureEdit.safeParse({ crop })) ?? [];
    expect(messages[0]).toBe(`crop.${field}: ${WITHIN}`);
    expect(new Set(messages.map((message) => message.replace(/^[^ ]* /, "")))).toEqual(new Set([WITHIN]));
  });

  test.each([[0], [45], [360], [-90], ["90"]])("cannot turn by %j", (rotate) => {
    expect(messagesOf(pictureEdit.safeParse({ rotate }))).toEqual(["rotate: Rotate must be 90, 180 or 270."]);
  });

  test("cannot do nothing", () => {
    expect(messagesOf(pictureEdit.safeParse({}))).toEqual([": Send rotate, crop or both."]);
  });
});

test.each([[undefined], [0], [1.5], [-1], [null], ["x"]])("nothing is replaced by the picture %j", (by) => {
  expect(messagesOf(pictureReplacement.safeParse({ by }))).toEqual(["by: By must be the id of a picture."]);
});
