const SENTENCES = [
  "The council has approved the budget for the new bridge across the river.",
  "Traders at the central market expect prices to fall before the end of the month.",
  "A network of farmers now sells its harvest without a single intermediary.",
  "Engineers measured the flow of water for three weeks and published every number.",
];
const TOPICS = 12;
const AUTHORS = 5;

type Size = { posts: number; site?: string; paragraphs?: number };

/** An export of Ghost as this project's tests and measurements need it: published posts that link to each other. */
export function ghostExport(size: Size): Buffer {
  return Buffer.concat([...ghostExportParts(size)].map((part) => Buffer.from(part)));
}

/** The same in parts, for files that are too large for memory. */
export function* ghostExportParts({ posts, site = "The old site", paragraphs = 3 }: Size): Generator<string> {
  const range = (count: number) => Array.from({ length: count }, (_, at) => at);
  const tables = {
    settings: [{ key: "title", value: site }],
    tags: range(TOPICS).map((at) => ({ id: `t${at}`, name: `Topic ${at}`, slug: `topic-${at}`, visibility: "public" })),
    users: range(AUTHORS).map((at) => ({ id: `u${at}`, name: `Author ${at}`, slug: `author-${at}` })),
    posts_tags: range(posts).flatMap((at) =>
      range(3).map((order) => ({ post_id: `p${at}`, tag_id: `t${(at + order * 5) % TOPICS}`, sort_order: order })),
    ),
    posts_authors: range(posts).map((at) => ({ post_id: `p${at}`, author_id: `u${at % AUTHORS}`, sort_order: 0 })),
  };
  yield `{"db":[{"meta":{"exported_on":1,"version":"5.0.0"},"data":{`;
  for (const [name, rows] of Object.entries(tables)) yield `${JSON.stringify(name)}:${JSON.stringify(rows)},`;
  yield `"posts":[`;
  for (const at of range(posts)) yield `${at === 0 ? "" : ","}${JSON.stringify(postOf(at, posts, paragraphs))}`;
  yield "]}}]}";
}

function postOf(at: number, posts: number, paragraphs: number) {
  const day = new Date(Date.UTC(2015, 0, 1) + at * 3_600_000).toISOString();
  const texts = Array.from({ length: paragraphs }, (_, number) => {
    const text = SENTENCES.map((_sentence, turn) => SENTENCES[(at + number + turn) % SENTENCES.length]).join(" ");
    return `<p>${text} In report ${at * 31 + number} the numbers are given.</p>`;
  });
  return {
    id: `p${at}`,
    title: `Report ${at}`,
    slug: `report-${at}`,
    html: `${texts.join("")}<p>See <a href="/report-${(at + 7) % posts}/">an earlier one</a>.</p>`,
    status: "published",
    type: "post",
    visibility: "public",
    custom_excerpt: SENTENCES[at % SENTENCES.length],
    published_at: day,
    updated_at: day,
  };
}
