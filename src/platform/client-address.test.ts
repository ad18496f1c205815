import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientAddresses, type TrustedProxies, trustedProxies } from "./client-address.ts";

const PROXY = "192.0.2.1";

describe("the client's address", () => {
  const of = (trusted: TrustedProxies, forwarded: string | undefined, remoteAddress = PROXY) =>
    clientAddresses(trusted).addressOf({
      headers: { "x-forwarded-for": forwarded },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);

  test("is the connection's where no proxy is trusted, whatever the client claims", () => {
    expect(of(0, "203.0.113.9")).toBe(PROXY);
    expect(of(["10.0.0.0/8"], "203.0.113.9")).toBe(PROXY);
    expect(of(1, undefined)).toBe(PROXY);
  });

  test.each<[TrustedProxies, string, string]>([
    [1, "203.0.113.9", "203.0.113.9"],
    // The proxy appends what it sees: what is before it was written by the client.
    [1, "127.0.0.1, 198.51.100.7, 203.0.113.9", "203.0.113.9"],
    [1, "unknown,  2001:db8::1 ", "2001:db8::1"],
    [2, "127.0.0.1, 203.0.113.9, 198.51.100.7", "203.0.113.9"],
    [2, "203.0.113.9", "203.0.113.9"],
    [["192.0.2.0/24", "198.51.100.7"], "127.0.0.1, 203.0.113.9, 198.51.100.7", "203.0.113.9"],
    [["192.0.2.0/24", "uniquelocal"], "203.0.113.9, 10.0.0.2, fd00::1", "203.0.113.9"],
    // Only proxies: the farthest of them.
    [["192.0.2.0/24", "uniquelocal"], "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ])("behind the proxies %j, and with the header %j, is %s", (trusted, forwarded, address) => {
    expect(of(trusted, forwarded)).toBe(address);
  });

  test.each([
    ["203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8:0:0:0:0:0:1:4711", "2001:db8:0:0:0:0:0:1"],
    ["[::ffff:203.0.113.9]:80", "::ffff:203.0.113.9"],
  ])("has no port: %j", (forwarded, address) => {
    expect(of(1, forwarded)).toBe(address);
    expect(of(2, `${forwarded}, 198.51.100.7:80`), "before a proxy with one").toBe(address);
  });

  test.each([
    "",
    "unknown",
    "203.0.113.9,",
    "203.0.113.9, 127.1",
    "203.0.113.9, 3232235777",
    "203.0.113.9:x",
    "203.0.113.9 198.51.100.7",
    "[203.0.113.9",
    "x".repeat(999),
  ])("is the proxy's if its entry is not an address: %j", (forwarded) => {
    expect(of(1, forwarded)).toBe(PROXY);
  });

  test.each([
    ["loopback", "127.0.0.1"],
    ["loopback", "::ffff:127.0.0.1"],
    ["loopback", "::1"],
    ["loopback", "::ffff:7f00:1"],
    ["linklocal", "fe80::1%eth0"],
    ["linklocal", "fe80::1%br-lan.7"],
    ["uniquelocal", "172.31.0.1"],
    ["2001:db8::/32", "2001:db8:1::1"],
  ])("is forwarded by a proxy in %s: %s", (network, proxy) => {
    expect(of([network], "203.0.113.9", proxy)).toBe("203.0.113.9");
    expect(of([network], "203.0.113.9", "198.51.100.7"), "not by a stranger").toBe("198.51.100.7");
  });
});

test("a request is proxied if a trusted proxy made the connection", () => {
  const from = (trusted: TrustedProxies, remoteAddress: string) =>
    clientAddresses(trusted).isProxied({ headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage);
  expect(from(trustedProxies.parse("loopback"), "127.0.0.1")).toBe(true);
  expect(from(["loopback"], PROXY)).toBe(false);
  expect([from(1, PROXY), from(0, PROXY)]).toEqual([true, false]);
});

test.each([
  "",
  "yes",
  "21",
  "1234",
  "10.1/16",
  "0x0a.0.0.1",
  "0.0.0.0/0",
  "::/0",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0.0/x",
  "fe80::1%eth0",
  "example.com",
  "loopback,",
])("rejects %j as a setting", (text) => {
  expect(trustedProxies.safeParse(text).success).toBe(false);
});
