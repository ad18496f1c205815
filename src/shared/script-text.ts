const SIGNS: Readonly<Record<"sup" | "sub", Readonly<Record<string, string>>>> = {
  sup: signs("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"),
  sub: signs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
};

function signs(plain: string, small: string): Record<string, string> {
  const to = [...small];
  return Object.fromEntries([...plain].map((sign, at) => [sign, to[at] ?? sign]));
}

/** Letters after a number, as in 1st and 2º, and signs of trade marks read the same on the line. */
const ORDINAL = /^(?:\p{L}{1,3}|[ªº°])\.?$/u;
const TRADE_MARKS: Readonly<Record<string, string>> = { TM: "™", SM: "℠" };

/**
 * Superscript or subscript as plain text: small signs where Unicode has them all, else after `^` or `_`, so that 10⁹
 * never becomes 109. `before`: the text it follows.
 */
export function scriptText(name: "sup" | "sub", text: string, before: string): string {
  const inner = text.trim();
  if (inner === "") return text;
  const small = [...inner].map((sign) => SIGNS[name][sign]);
  if (small.every((sign) => sign !== undefined)) return small.join("");
  if (name === "sup" && inner in TRADE_MARKS) return TRADE_MARKS[inner] ?? inner;
  if (name === "sup" && ORDINAL.test(inner) && /\d$/.test(before)) return inner;
  const sign = name === "sup" ? "^" : "_";
  return [...inner].length === 1 ? sign + inner : `${sign}(${inner})`;
}
