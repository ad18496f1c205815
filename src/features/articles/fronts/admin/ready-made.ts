import { type Block, blockOf, SPECIFIED_HOME } from "../rules.ts";

type Made = { name: string; about: string; blocks: readonly Block[]; one_place_per_story: boolean };

const side = { place: "side" } as const;
const main = { place: "main" } as const;

/** Ready-made home pages: starting points that differ in rank, pace and form. */
export const READY_MADE: readonly Made[] = [
  {
    name: "Default",
    about: "Carousel, filter by category, latest articles, picks and a sidebar.",
    blocks: SPECIFIED_HOME,
    one_place_per_story: false,
  },
  {
    name: "News",
    about: "One lead with related headlines, seconds below it, and a column with the newest.",
    one_place_per_story: true,
    blocks: [
      blockOf("lead", { count: 3, ...main }),
      blockOf("seconds", { count: 2, ...main }),
      blockOf("lines", { form: "times", count: 8, heading: "Just in", ...side }),
      blockOf("newsletter", side),
      blockOf("opinion", { heading: "Opinion" }),
      blockOf("sections"),
      blockOf("most_read", { heading: "Most read" }),
    ],
  },
  {
    name: "Magazine",
    about: "A wide lead, then large cards and a package of a series.",
    one_place_per_story: true,
    blocks: [
      blockOf("lead", { form: "above" }),
      blockOf("cards", { form: "three", source: "picks", heading: "Editor's picks" }),
      blockOf("series"),
      blockOf("cards", { form: "two", count: 4 }),
      blockOf("newsletter"),
    ],
  },
  {
    name: "Blog",
    about: "The newest stories with their excerpts, one after another.",
    one_place_per_story: false,
    blocks: [blockOf("list", { count: 15, ...main }), blockOf("text", side), blockOf("newsletter", side)],
  },
  {
    name: "Paper",
    about: "Text before pictures: a headline lead, three columns, sections.",
    one_place_per_story: true,
    blocks: [
      blockOf("lead", { form: "text", count: 3 }),
      blockOf("seconds", { form: "text", count: 3 }),
      blockOf("list", { form: "text", count: 8, ...main }),
      blockOf("opinion", { heading: "Opinion", ...main }),
      blockOf("most_read", { heading: "Most read", ...side }),
      blockOf("lines", { form: "plain", source: "picks", heading: "Editor's picks", ...side }),
      blockOf("sections"),
    ],
  },
  {
    name: "Wire",
    about: "Headlines by the minute, coins above them.",
    one_place_per_story: false,
    blocks: [
      blockOf("coins"),
      blockOf("lines", { form: "times", count: 30, ...main }),
      blockOf("most_read", { heading: "Most read", ...side }),
      blockOf("newsletter", side),
    ],
  },
  {
    name: "Single topic",
    about: "A text about what the paper is for, then one lead and its cards.",
    one_place_per_story: true,
    blocks: [
      blockOf("text", { form: "plain" }),
      blockOf("lead", { source: "newest" }),
      blockOf("cards", { form: "four", count: 8 }),
      blockOf("newsletter"),
    ],
  },
  {
    name: "Newsletter",
    about: "The newsletter first, then what it was about.",
    one_place_per_story: false,
    blocks: [
      blockOf("newsletter"),
      blockOf("lead", { form: "next_to", source: "newest" }),
      blockOf("list", { form: "text", count: 12, ...main }),
      blockOf("most_read", { heading: "Most read", ...side }),
    ],
  },
];
