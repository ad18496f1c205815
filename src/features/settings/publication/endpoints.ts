import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import defaults from "../../../../publication.json" with { type: "json" };

const MAX_BYTES = 256 * 1024;

/**
 * The texts of `publication.json`, with full parts (`home`, `contact`, `about`, `advertise`) replaced by the operator's
 * own file, if there is one. They contain `{name}` for the publication's name. Throws an Error whose message is one line
 * that locates the fault.
 */
export function readPublication(ownFile?: string): Publication {
  const own = ownFile === undefined ? {} : readOwn(ownFile);
  return publication.parse({ ...defaults, ...own });
}

/** The tagline of the demo edition. */
export const HOME_DESCRIPTION = defaults.home.description;

/** The parts that have pages of their own. */
type PagePartName = "about" | "contact" | "advertise";

const isBuiltIn = (texts: Publication, part: PagePartName) =>
  JSON.stringify(texts[part]) === JSON.stringify(defaults[part]);

/** The texts of an unwritten part. */
const UNWRITTEN = {
  contact: { intro: "", office: "", hours: [] },
  about: { description: "", title: "", intro: "", mission: [], coverage: [], team: [], place: "", why: [] },
  advertise: { description: "", title: "", intro: "", stats: [], packages: [], reasons: [], closing: "" },
} satisfies Pick<Publication, PagePartName>;

/** Whether the owner, or the demo edition, says something of this part. */
export const isWritten = (texts: Publication, part: PagePartName): boolean =>
  JSON.stringify(texts[part]) !== JSON.stringify(UNWRITTEN[part]);

/** The texts with the publication's name. */
export const nameTexts = (texts: Publication, name: string): Publication =>
  JSON.parse(JSON.stringify(texts), (_key, value) =>
    typeof value === "string" ? value.replaceAll("{name}", () => name) : value,
  );

/**
 * The texts as the newsroom's settings change them. In a publication without the demo edition nothing built-in is left.
 * In others, built-in texts about the subject of the demo edition give way to neutral ones if the newsroom has set a
 * tagline of its own. The operator's texts stay.
 */
export function textsFor(
  texts: Publication,
  { name, tagline }: SiteTexts,
  { tagline: first, isNeutral }: First,
): Publication {
  if (isNeutral) {
    const parts = (["about", "contact", "advertise"] as const).filter((part) => isBuiltIn(texts, part));
    const unwritten = Object.fromEntries(parts.map((part) => [part, UNWRITTEN[part]]));
    const home = { title: tagline || name, description: tagline || name };
    return nameTexts({ ...texts, ...unwritten, ...(texts.home.description === HOME_DESCRIPTION && { home }) }, name);
  }
  if (tagline === first) return nameTexts(texts, name);
  const neutral = {
    ...texts,
    ...(isBuiltIn(texts, "about") && { about: neutralAbout(texts.about, tagline) }),
    ...(isBuiltIn(texts, "advertise") && { advertise: neutralAdvertise(texts.advertise) }),
  };
  return nameTexts(neutral, name);
}

type First = { tagline: string; isNeutral: boolean };
type SiteTexts = { name: string; tagline: string };

const neutralAbout = (about: Publication["about"], tagline: string): Publication["about"] => ({
  ...about,
  description: `What {name} covers, who makes it and why. ${tagline}`,
  intro: tagline,
  mission: [
    "Clear, accurate and useful reporting that leaves you better able to judge for yourself. We say what we do not know, and when we are wrong we correct the article and say so.",
  ],
  coverage: [],
  team: about.team.with(0, {
    name: "Reporters",
    text: "Go to the source, ask the people who know, and write down what they found.",
  }),
  place: "Each article names its author.",
});

const neutralAdvertise = (advertise: Publication["advertise"]): Publication["advertise"] => ({
  ...advertise,
  intro: "{name} is read by people who want to understand what they read.",
  reasons: [
    { name: "Readers who pay attention", text: "People who come to understand something." },
    { name: "Company you can be seen in", text: "Explained, sourced reporting." },
    ...advertise.reasons.slice(2),
  ],
});

function readOwn(path: string): object {
  if (statSync(path).size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES / 1024} KiB`);
  const parsed = publicationFile.safeParse(readJson(readFileSync(path, "utf8"), path));
  if (parsed.success) return parsed.data;
  const { path: place = [], message = "is not valid" } = parsed.error.issues[0] ?? {};
  throw new Error(`${path}: ${place.join(".") || "the file"}: ${message}`);
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** Of each list. */
const MAX_ITEMS = 24;

/** The newsroom's texts for its own pages, of texts, single lines, and lists of at least `min` items. */
function publicationOf(text: z.ZodType<string>, line: z.ZodType<string>, min: number) {
  const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(min).max(MAX_ITEMS);
  const point = z.strictObject({ name: line, text });
  return z.strictObject({
    /** What the publication is about, on its home page, in its footer and in its feeds. */
    home: z.strictObject({ title: line, description: line }),
    /** How to reach the newsroom, in addition to its mail address. */
    contact: z.strictObject({
      intro: text,
      office: line,
      hours: some(z.strictObject({ days: line, time: line })),
    }),
    about: z.strictObject({
      /** For search engines and shared links. */
      description: text,
      title: line,
      intro: text,
      mission: some(text),
      /** The categories that the newsroom covers, by slug; none omits the section. */
      coverage: z.array(z.strictObject({ name: line, slug: line, text })).max(MAX_ITEMS),
      team: some(point),
      /** Where the newsroom is located; shown below the team. */
      place: text,
      why: some(point),
    }),
    advertise: z.strictObject({
      description: text,
      title: line,
      intro: text,
      stats: some(z.strictObject({ figure: line, label: line })),
      packages: some(z.strictObject({ name: line, price: line, per: line, text, features: some(line) })),
      reasons: some(point),
      closing: line,
    }),
  });
}

/** Without limits: the name is longer than its placeholder, and parts may be unwritten. */
const publication = publicationOf(z.string(), z.string(), 0);

const given = z.string().trim().min(1, { error: "must not be blank" });

/** The operator's own file: full parts, which replace the built-in ones. */
const publicationFile = publicationOf(given.max(2_000), given.max(300), 1).partial();

export type Publication = z.infer<typeof publication>;

export const publicationEndpoints = endpoints({
  "GET /publication": {
    access: "public",
    cost: "nothing",
    summary: "The texts of the newsroom's own pages",
    tags: ["Publication"],
    response: { 200: publication },
  },
});
