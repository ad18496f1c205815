import { expect, test } from "vitest";
import { approximateNetwork, networkOf } from "./client-network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("guesses from %s count for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("an approximate network tells nobody's address", () => {
  expect(approximateNetwork("203.0.113.77")).toBe("203.0.113.0/24");
  expect(approximateNetwork("::ffff:203.0.113.77")).toBe("203.0.113.0/24");
  expect(approximateNetwork("2001:0DB8:0001:2:3:4:5:6")).toBe("2001:db8:1::/48");
  expect(approximateNetwork("::1")).toBe("0:0:0::/48");
});
