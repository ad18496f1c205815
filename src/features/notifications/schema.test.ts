import { describe, expect, test } from "vitest";
import { notificationSettingsBody, readBody } from "./endpoints.ts";

const faultOf = (shape: typeof readBody | typeof notificationSettingsBody, body: unknown) =>
  shape.safeParse(body).error?.issues[0]?.message;

describe("marking as read", () => {
  test("is of everything without a body, and up to a time with one", () => {
    expect([readBody.parse(undefined), readBody.parse(null), readBody.parse({})]).toEqual([undefined, null, {}]);
    expect(readBody.parse({ until: "2026-11-23T10:00:00Z" })?.until).toBe("2026-11-23T10:00:00Z");
  });

  test.each(["yesterday", "2026-11-23", 1_700_000_000, "", null])("is refused up to %j, which is no time", (until) => {
    expect(faultOf(readBody, { until })).toBe("Until must be a time, such as 2026-11-23T10:00:00Z.");
  });
});

describe("choosing of what one is told", () => {
  test("may be of one switch of one kind", () => {
    expect(faultOf(notificationSettingsBody, { kinds: { noted: { by_mail: true } } })).toBeUndefined();
    expect(faultOf(notificationSettingsBody, { kinds: {} })).toBeUndefined();
  });

  test.each([
    ["a body that is a list", [], "The body must be a JSON object with kinds, mail or both."],
    ["a switch that is no switch", { kinds: { noted: { by_mail: "yes" } } }, "By mail"],
    ["a switch that is null", { kinds: { noted: { in_product: null } } }, "In product"],
    ["a way that there is not", { kinds: { noted: { by_post: true } } }, "A kind must be an object with"],
    ["a kind that is none", { kinds: { noted: true } }, "A kind must be an object with in_product and by_mail."],
    ["a kind that there is not", { kinds: { praised: {} } }, "Kinds must be an object with some of asked, submitted"],
  ])("is refused in a sentence for %s", (_what, body, message) => {
    expect(faultOf(notificationSettingsBody, body)).toMatch(message);
  });
});
