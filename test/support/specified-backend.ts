/**
 * A backend made from the table of calls of the specification alone: its methods, shapes and fields. Everything else is
 * 404. Tests change `data` and set a `fault` for a call by its name, as `GET articles/latest/`.
 */

export type Call = { method: string; path: string; query: string; headers: Record<string, string>; body: string };
export type Reply = { status: number; json?: unknown };
/** What happens instead of the response: a status with a body, a lost connection, or nothing until it is released. */
type Fault = { status: number; json: unknown } | "drop" | Promise<void>;
type Fields = Record<string, unknown>;

const listed = (id: number, fields: Fields = {}) => ({
  id,
  title: `Story ${id}`,
  excerpt: `Excerpt ${id}`,
  category: "Crypto",
  image_url: "/placeholder.jpg",
  author: "Amina Otieno",
  published_date: "2025-01-05T10:00:00Z",
  ...fields,
});

const SENTENCE = "Ten words of plain text are in each of these. ";
const CONTENT = `<h2>Heading</h2><p>${SENTENCE.repeat(15)}</p><p>The last paragraph</p>`;

const stored = (id: number, fields: Fields = {}) => ({
  ...listed(id),
  last_updated: null,
  content: CONTENT,
  tags: "one, two",
  status: "published",
  is_auto_update: false,
  is_featured: false,
  is_editors_pick: false,
  ...fields,
});

const exampleData = () => ({
  categories: [
    { id: 1, name: "Crypto", slug: "crypto", count: 3 },
    { id: 2, name: "Deep Tech", slug: "deep-tech", count: 1 },
  ] as Fields[],
  featured: [listed(1), listed(2, { image_url: null })] as Fields[],
  latest: [listed(3, { image_url: null, content: '<p>a</p><img src="/og-default.jpg">' }), listed(4)] as Fields[],
  picks: [listed(5), listed(1)] as Fields[],
  trending: [listed(6), listed(7)] as Fields[],
  inCategory: [listed(8), listed(9, { published_date: "soon" })] as Fields[],
  related: [listed(10, { image_url: "" })] as Fields[],
  found: [{ id: 11, title: "Found", excerpt: "By its text" }] as Fields[],
  articles: [
    stored(7, { author: { name: "Amina Otieno", image_url: "", bio: "Writes about coins." } }),
    stored(8, { status: "draft", published_date: null, is_featured: true, is_editors_pick: true }),
  ] as Fields[],
  me: { name: "Amina Otieno", image_url: "", bio: "Writes about coins." } as Fields,
});

/** The article in a list of the admin area: its author is a name. */
const row = (article: Fields) => ({
  ...article,
  author: typeof article.author === "string" ? article.author : (article.author as Fields).name,
});

const NOT_FOUND: Reply = { status: 404, json: { detail: "Not found." } };
const found = (json: unknown): Reply => (json === undefined ? NOT_FOUND : { status: 200, json });

/** The fields of a multipart form, with files as their names. */
export function formFields({ headers, body }: Call): Record<string, string> {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = "", ...content] = part.split("\r\n\r\n");
      const name = / name="([^"]*)"/.exec(head)?.[1] ?? "";
      const file = / filename="([^"]*)"/.exec(head)?.[1];
      return [name, file ?? content.join("\r\n\r\n").replace(/\r\n$/, "")];
    }),
  );
}

export function createSpecifiedBackend() {
  const data = exampleData();
  const faults = new Map<string, Fault>();
  const calls: Call[] = [];
  let lastId = 100;

  const replace = (list: Fields[], id: number, next: Fields | null): Reply => {
    const at = list.findIndex((one) => one.id === id);
    if (at < 0) return NOT_FOUND;
    list.splice(at, 1, ...(next ? [{ ...list[at], ...next }] : []));
    return next ? { status: 200, json: list[at] } : { status: 204 };
  };
  const add = (list: Fields[], fields: Fields): Reply => {
    lastId += 1;
    const added = { id: lastId, ...fields };
    list.unshift(added);
    return { status: 201, json: added };
  };
  const json = ({ body }: Call) => JSON.parse(body) as Fields;
  function createArticle(call: Call): Reply {
    const { image_url, ...fields } = formFields(call);
    const flags = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, name.startsWith("is_") ? value === "true" : value]),
    );
    return add(data.articles, stored(0, { ...flags, id: lastId + 1, image_url: image_url ? "/uploaded.jpg" : "" }));
  }

  /** The calls of the specification; `:id` is a number and `:slug` a text. */
  const table: Record<string, (call: Call, name: string) => Reply> = {
    "POST token/": (call) => {
      const { password } = json(call);
      return password === "correct"
        ? { status: 200, json: { access: "access-1", refresh: "refresh-1" } }
        : { status: 401, json: {} };
    },
    "POST token/refresh/": (call) =>
      json(call).refresh === "refresh-1" ? { status: 200, json: { access: "access-2" } } : { status: 401, json: {} },
    "GET categories/": () => found(data.categories),
    "POST categories/": (call) => add(data.categories, json(call)),
    "PUT categories/:id/": (call, id) => replace(data.categories, Number(id), json(call)),
    "DELETE categories/:id/": (_call, id) => replace(data.categories, Number(id), null),
    "GET categories/:slug/": () => found(data.inCategory),
    "GET articles/editors-picks/": () => found(data.picks),
    "GET articles/trending/": () => found(data.trending),
    "GET articles/featured/": () => found(data.featured),
    "GET articles/latest/": () => found(data.latest),
    "GET articles/search/": () => found(data.found),
    "GET articles/:id/": (_call, id) => found(data.articles.find((article) => article.id === Number(id))),
    "GET articles/:id/related/": () => found(data.related),
    "GET articles/": () => found(data.articles.map(row)),
    "POST articles/": createArticle,
    "PUT articles/:id/": (call, id) => replace(data.articles, Number(id), json(call)),
    "DELETE articles/:id/": (_call, id) => replace(data.articles, Number(id), null),
    "POST upload/": () => found({ url: "/uploaded.jpg" }),
    "GET accounts/users/me/": () => found(data.me),
    "PUT accounts/profile/": () => found({}),
    "POST newsletter/subscribe/": () => found({ message: "Welcome to the newsletter." }),
    "POST newsletter/unsubscribe/": () => found({}),
  };
  const names = Object.keys(table).map((name) => {
    const pattern = name.replace(":id", "(\\d+)").replace(":slug", "([^/]+)");
    return { name, pattern: new RegExp(`^${pattern}$`) };
  });

  return {
    data,
    calls,
    /** What was sent to a call by its name, oldest first. */
    sent: (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name),
    fail: (name: string, status = 500, body: unknown = {}) => void faults.set(name, { status, json: body }),
    drop: (name: string) => void faults.set(name, "drop"),
    /** Holds the responses of a call until the returned function is called. */
    hold(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      faults.set(name, promise);
      return () => {
        faults.delete(name);
        resolve();
      };
    },
    recover: (name: string) => void faults.delete(name),
    /** The response; null if the connection is lost. */
    async handle(call: Call): Promise<Reply | null> {
      calls.push(call);
      const name = `${call.method} ${call.path}`;
      const fault = faults.get(name);
      if (fault === "drop") return null;
      if (fault && "status" in fault) return fault;
      await fault;
      const match = names.find(({ pattern }) => pattern.test(name));
      if (!match) return NOT_FOUND;
      return table[match.name]?.(call, match.pattern.exec(name)?.[1] ?? "") ?? NOT_FOUND;
    },
  };
}
export type SpecifiedBackend = ReturnType<typeof createSpecifiedBackend>;
