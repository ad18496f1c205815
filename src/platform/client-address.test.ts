import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

describe("the client's address", () => {
  const of = (forwarded: string | undefined, trustProxy: boolean) =>
    clientAddress(
      {
        headers: { "x-forwarded-for": forwarded },
        socket: { remoteAddress: "192.0.2.1" },
      } as unknown as IncomingMessage,
      trustProxy,
    );

  test("is the connection's where no proxy is trusted, whatever the client claims", () => {
    expect(of("203.0.113.9", false)).toBe("192.0.2.1");
    expect(of(undefined, true)).toBe("192.0.2.1");
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    // The proxy appends what it sees: what is before it was written by the client.
    ["127.0.0.1, 198.51.100.7, 203.0.113.9", "203.0.113.9"],
    ["unknown,  2001:db8::1 ", "2001:db8::1"],
  ])("behind a trusted proxy is the last of %j", (forwarded, address) => {
    expect(of(forwarded, true)).toBe(address);
  });

  test.each(["", "unknown", "203.0.113.9,", "203.0.113.9:4711", "203.0.113.9 198.51.100.7", "x".repeat(10_000)])(
    "is not known from %j",
    (forwarded) => {
      expect(of(forwarded, true)).toBeUndefined();
    },
  );
});
