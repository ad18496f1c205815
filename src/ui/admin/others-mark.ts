/** Colours that tell people apart; each is also named. */
const COLOURS = 6;

type Other = { id: number; name: string };

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? "")
    .slice(0, 2)
    .join("");

/** The attributes of an element that shows who is in it: by name, on phones by initials, and in their colour. */
export const othersMark = (others: readonly Other[]) => ({
  class: `others-here others-${(others[0]?.id ?? 0) % COLOURS}`,
  "data-others": others.map(({ name }) => name).join(", "),
  "data-initials": others.map(({ name }) => initialsOf(name)).join(" "),
});
