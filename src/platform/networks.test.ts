import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approximateNetwork, isPublicAddress, isThisMachine, networkOf } from "./networks.ts";

/** IANA's registries of addresses for special purposes, with multicast and the deprecated ranges. */
const SPECIAL_4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32`.split(/\s+/);
const SPECIAL_6 = `::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64
  100:0:0:1::/64 2001::/23 2001::/32 2001:1::/64 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28
  2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10
  ff00::/8`.split(/\s+/);

/** The addresses in a network: the given bits after its prefix. */
function addressIn(network: string, bits: bigint): string {
  const [base = "", prefix] = network.split("/");
  const isShort = !base.includes(":");
  const size = isShort ? 32 : 128;
  const rest = BigInt.asUintN(size - Number(prefix), bits);
  const groups = isShort ? base.split(".").map(BigInt) : groupsOf(base);
  const width = isShort ? 8n : 16n;
  const number = groups.reduce((sum, group) => (sum << width) | group, 0n) | rest;
  const parts = groups.map((_group, at) => (number >> (width * BigInt(groups.length - 1 - at))) & ((1n << width) - 1n));
  return isShort ? parts.join(".") : parts.map((part) => part.toString(16)).join(":");
}

function groupsOf(address: string): bigint[] {
  const [head, tail] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - (head?.length ?? 0) - (tail?.length ?? 0) }, () => "0");
  return [...(head ?? []), ...zeros, ...(tail ?? [])].map((group) => BigInt(`0x${group}`));
}

const anyBits = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });

describe("a public address", () => {
  test.each([...SPECIAL_4, ...SPECIAL_6])("is not in %s", (network) => {
    expect(isPublicAddress(addressIn(network, 0n))).toBe(false);
    expect(isPublicAddress(addressIn(network, -1n)), "the last one").toBe(false);
    fc.assert(fc.property(anyBits, (bits) => !isPublicAddress(addressIn(network, bits))));
  });

  test("is every other IPv4 address, and of IPv6 what IANA has allocated", () => {
    const [special4, special6] = [new BlockList(), new BlockList()];
    for (const [base = "", prefix] of SPECIAL_4.map((network) => network.split("/")))
      special4.addSubnet(base, Number(prefix), "ipv4");
    for (const [base = "", prefix] of SPECIAL_6.map((network) => network.split("/")))
      special6.addSubnet(base, Number(prefix), "ipv6");
    fc.assert(
      fc.property(anyBits, (bits) => {
        const four = addressIn("0.0.0.0/0", bits);
        expect(isPublicAddress(four), four).toBe(!special4.check(four, "ipv4"));
        const six = addressIn("2000::/3", bits);
        expect(isPublicAddress(six), six).toBe(!special6.check(six, "ipv6"));
        const other = addressIn("::/0", bits);
        if (!/^[23]...:/.test(other)) expect(isPublicAddress(other), other).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1", "2a00:1450:4001::1"])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(
    "example.com 134744072 8.8 010.8.8.8 0x8.8.8.8 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::8.8.8.8 2606:4700::1%eth0 [2606:4700::1]".split(
      " ",
    ),
  )("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  ["localhost", true],
  ["LOCALHOST", true],
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["[::1]", true],
  ["127.0.0.1.example", false],
  ["localhost.example", false],
  ["[::2]", false],
  ["10.0.0.1", false],
])("whether %s is this machine: %s", (host, expected) => {
  expect(isThisMachine(host)).toBe(expected);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["64:ff9b::192.0.2.7", "192.0.2.7"],
  ["2002:c000:207:1:2:3:4:5", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["2001:db8:0:0:1::", "2001:db8::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["fe80::1%br-lan.7", "fe80::/64"],
  ["", ""],
  ["unknown", "unknown"],
])("guesses from %j count for %j", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("an approximate network tells nobody's address", () => {
  expect(approximateNetwork("203.0.113.77")).toBe("203.0.113.0/24");
  expect(approximateNetwork("::ffff:203.0.113.77")).toBe("203.0.113.0/24");
  expect(approximateNetwork("2001:0DB8:0001:2:3:4:5:6")).toBe("2001:db8:1::/48");
  expect(approximateNetwork("::1")).toBe("::/48");
});
