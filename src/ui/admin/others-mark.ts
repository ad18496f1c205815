/** Colours that tell people apart; each is also named. */
const COLOURS = 6;

type Other = { id: number; name: string };

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** The class of a person's colour. */
export const colourOf = (id: number): string => `others-${id % COLOURS}`;

/** The attributes of an element that shows who is in it: by name, on phones by initials, and in their colour. */
export const othersMark = (others: readonly Other[]) => ({
  class: `others-here ${colourOf(others[0]?.id ?? 0)}`,
  "data-others": others.map(({ name }) => name).join(", "),
  "data-initials": others.map(({ name }) => initialsOf(name)).join(" "),
});
