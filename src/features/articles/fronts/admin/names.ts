import type { BlockForm, BlockKind, BlockPlace, FrontKind, SourceName } from "../rules.ts";

export const FRONT_LABELS: Record<FrontKind, string> = {
  home: "Home page",
  category: "Categories",
  topic: "Topics",
  series: "Series",
};

export const KIND_LABELS: Record<BlockKind, string> = {
  top: "Carousel with lists",
  lead: "Lead story",
  seconds: "Second stories",
  cards: "Cards",
  list: "List with excerpts",
  lines: "Headlines",
  opinion: "Opinions",
  series: "Series",
  topic: "Topic",
  category: "Category",
  most_read: "Most read",
  sections: "All categories",
  categories: "Bar of categories",
  newsletter: "Newsletter",
  text: "Text or picture",
  announcement: "Announcement",
  ad: "Advertisement",
  coins: "Coins",
  stories: "All articles of the page",
};

export const FORM_LABELS: Record<BlockForm, string> = {
  carousel: "Carousel",
  next_to: "Picture next to the text",
  above: "Picture above",
  text: "Without pictures",
  pictures: "With pictures",
  two: "Two columns",
  three: "Three columns",
  four: "Four columns",
  plain: "Plain",
  times: "With times",
  numbered: "Numbered",
  portraits: "With portraits",
  package: "Package",
  box: "Box",
  boxes: "Boxes",
  bar: "Bar",
  leaderboard: "Leaderboard",
  rectangle: "Rectangle",
  sidebar: "Sidebar",
  row: "Row",
  pages: "In pages",
};

export const SOURCE_LABELS: Record<SourceName, string> = {
  newest: "The newest",
  most_read: "The most read",
  featured: "Lead stories",
  picks: "Editor's picks",
  place: "This page's own articles",
  category: "A category",
  topic: "A topic",
  series: "A series",
  author: "An author",
  genre: "A genre",
  hand: "Chosen by hand",
};

export const PLACE_LABELS: Record<BlockPlace, string> = {
  wide: "Across the page",
  main: "Main column",
  side: "Side column",
};
