const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Lives of the tokens, in milliseconds (contract section 2, Tokens). */
export const ACCESS_LIFE = 15 * MINUTE;
export const REFRESH_LIFE = 14 * 24 * 60 * MINUTE;

/** So long a spent refresh token still answers with its successor: the answer may have been lost on its way. */
export const RETRY_GRACE = 10 * SECOND;

/** Wrong passwords are counted over this time, in milliseconds (contract section 2, Tokens). */
export const GUESSING_WINDOW = 15 * MINUTE;
export const MOST_GUESSES = { accountFromAddress: 10, account: 100, address: 100 } as const;

/** Lengths of a password, in UTF-16 units. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1000;

/** Length of a bio, in UTF-16 units. */
export const LONGEST_BIO = 2000;

/** The same for a wrong email and a wrong password (spec section 8). */
export const WRONG_LOGIN = "Invalid email or password.";

/**
 * What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer has to himself, as he could
 * otherwise take a new address for each guess.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? 0 : tail.split(":").length;
    while (groups.length < 8 - rest) groups.push("0");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
