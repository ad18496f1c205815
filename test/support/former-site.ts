import sharp from "sharp";
import { zipOf } from "./import-servers.ts";

/** The size of a former site. */
type Size = { posts: number; pages: number; people: number };

const DAY = 86_400_000;
const FIRST = Date.parse("2020-01-01T08:00:00Z");
const TOPICS = 12;
const PICTURES = 6;

const drawn = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 16, channels: 3, background: { r: 40 * shade, g: 90, b: 120 } } })
    .png()
    .toBuffer();

const id = (kind: string, n: number) => `${kind}${String(n).padStart(20, "0")}`;

/** A site that was made with Ghost, as a zip: texts that link to each other, with topics, authors, pictures, people and redirects. */
export async function formerSite({ posts, pages, people }: Size): Promise<Buffer> {
  const postRow = (n: number) => ({
    id: id("p", n),
    title: `Post ${n}`,
    slug: `post-${n}`,
    type: "post",
    status: n % 10 === 9 ? "draft" : "published",
    visibility: "public",
    published_at: new Date(FIRST + n * DAY).toISOString(),
    html: `<p>The text of ${n}, after <a href="__GHOST_URL__/post-${(n + 1) % posts}/">the next</a>.</p>${
      n % 20 === 0 ? `<img src="__GHOST_URL__/content/images/2020/${(n / 20) % PICTURES}.png" alt="Picture">` : ""
    }`,
  });
  const pageRow = (n: number) => ({
    ...postRow(n),
    id: id("q", n),
    title: `Page ${n}`,
    slug: `page-${n}`,
    type: "page",
    status: "published",
  });
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const data = {
    posts: [...numbers(posts).map(postRow), ...numbers(pages).map(pageRow)],
    tags: numbers(TOPICS).map((n) => ({
      id: id("t", n),
      name: `Topic ${n}`,
      slug: `topic-${n}`,
      visibility: "public",
    })),
    users: numbers(3).map((n) => ({ id: id("u", n), name: `Author ${n}`, slug: `author-${n}`, bio: "Writes." })),
    posts_tags: numbers(posts).flatMap((n) =>
      [0, 1].map((k) => ({ post_id: id("p", n), tag_id: id("t", (n + k * 5) % TOPICS), sort_order: k })),
    ),
    posts_authors: numbers(posts).map((n) => ({ post_id: id("p", n), author_id: id("u", n % 3), sort_order: 0 })),
    members: numbers(people).map((n) => ({
      id: id("m", n),
      email: `reader${n}@mail.example`,
      name: `Reader ${n}`,
      subscribed: n % 4 !== 3,
    })),
    settings: [{ key: "title", value: "The former site" }],
  };
  const pictures = await Promise.all(numbers(PICTURES).map(drawn));
  const meta = { exported_on: FIRST, version: "5.80.0" };
  return zipOf({
    "site/former.ghost.json": JSON.stringify({ db: [{ meta, data }] }),
    ...Object.fromEntries(pictures.map((bytes, n) => [`site/content/images/2020/${n}.png`, bytes])),
    "site/redirects.json": JSON.stringify([{ from: "^/old/?$", to: "/post-1/", permanent: true }]),
  });
}
