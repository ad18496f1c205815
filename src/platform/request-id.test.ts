import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { requestId } from "./request-id.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe("the id of a request", () => {
  const of = (given: string | string[] | undefined, trustProxy: boolean) =>
    requestId(() => trustProxy)({ headers: { "x-request-id": given } } as unknown as IncomingMessage);

  test("is that of a trusted proxy, and nobody else's", () => {
    expect(of("7f3a:0.b-1", true)).toBe("7f3a:0.b-1");
    expect(of("x".repeat(64), true)).toHaveLength(64);
    expect(of("7f3a:0.b-1", false)).toMatch(UUID);
  });

  test.each([undefined, "", "x".repeat(65), "a b", "a\nb", '"}{', "é", ["a", "b"]])(
    "is a new one each time where the proxy's is %j, which could break a line of the log",
    (given) => {
      expect(of(given, true)).toMatch(UUID);
      expect(of(given, true)).not.toBe(of(given, true));
    },
  );
});
