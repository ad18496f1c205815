import { z } from "zod";

const text = z.string().trim().min(1, { error: "must not be blank" }).max(2_000);
const line = text.max(300);
const point = z.strictObject({ name: line, text });
const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(24);

/** How the newsroom is reached, beside its mail address. */
const contact = z.strictObject({
  intro: text,
  office: line,
  hours: some(z.strictObject({ days: line, time: line })),
});

const about = z.strictObject({
  /** For search engines and shared links. */
  description: text,
  title: line,
  intro: text,
  mission: some(text),
  /** The categories that the newsroom covers; `slug` is the category's. */
  coverage: some(z.strictObject({ name: line, slug: line, text })),
  team: some(point),
  /** Where the newsroom is at home, below the team. */
  place: text,
  why: some(point),
});

const advertise = z.strictObject({
  description: text,
  title: line,
  intro: text,
  stats: some(z.strictObject({ figure: line, label: line })),
  packages: some(z.strictObject({ name: line, price: line, per: line, text, features: some(line) })),
  reasons: some(point),
  closing: line,
});

/** What the newsroom says of itself on its own pages. `GET publication/`. */
export const publication = z.strictObject({ contact, about, advertise });

/** What an operator's own file may hold: whole parts, which replace the ones that came along. */
export const publicationFile = publication.partial();

export type Publication = z.infer<typeof publication>;
