import { createSampleAds } from "#features/ads/admin/sample-ads.ts";
import type { AdDraft } from "#features/ads/fields.ts";
import {
  changedArticle,
  completeDetail,
  completeRow,
  type GivenArticle,
  specifiedForm,
} from "#features/articles/admin/specified-article.ts";
import { uploadPicture } from "#features/media/pictures/admin/use-upload.ts";
import { NotOfferedError } from "#shared/api-client.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { parseId } from "#shared/ids.ts";
import { API_BASE } from "#shared/urls.ts";

type Method = Parameters<EditorApi["send"]>[0];
type Given = Record<string, unknown>;
type Sent = { body: unknown; options: Parameters<EditorApi["send"]>[3]; url: URL };
type Handler = (id: number, sent: Sent) => Promise<ApiResponse<unknown>>;

const respond = (body: unknown): ApiResponse<unknown> => ({ body, etag: null, hasOthers: false });
const rowsOf = (body: unknown) => (Array.isArray(body) ? body : []) as ({ id: number } & Given)[];
const objectOf = (body: unknown) => Object(body) as Given;
const path = (name: string) => `${API_BASE}/${name}/`;

/**
 * Limits the admin area to the specified endpoints and fields (decision 85): completes what they return, sends only what
 * they accept, and rejects every other call without sending it.
 */
export function specifiedBackend(session: EditorApi): EditorApi {
  const handlers = { ...articleHandlers(session), ...categoryHandlers(session), ...profileHandlers(session) };
  const all: Record<string, Handler> = {
    ...handlers,
    ...adHandlers(),
    "POST upload": (_id, { url, body, options }) => session.send("POST", url.pathname, body, options),
  };
  async function send(method: Method, address: string, body?: unknown, options: Sent["options"] = {}) {
    const url = new URL(address, window.location.origin);
    const parts = url.pathname.slice(API_BASE.length).split("/").filter(Boolean);
    const id = parseId(parts.at(-1) ?? "");
    const handler = all[`${method} ${id === null ? parts.join("/") : `${parts.slice(0, -1).join("/")}/:id`}`];
    if (!handler) throw new NotOfferedError();
    return handler(id ?? 0, { body, options, url });
  }
  return {
    account: session.account,
    async read(address, shape, signal) {
      const { body } = await send("GET", address, undefined, signal ? { signal } : {});
      if (shape === "body") return body;
      const rows = rowsOf(body);
      const query = new URL(address, window.location.origin).searchParams;
      const from = Number(query.get("offset") ?? 0);
      return { items: rows.slice(from, from + Number(query.get("limit") ?? rows.length)), total: rows.length };
    },
    send,
    stream: () => Promise.reject(new NotOfferedError()),
    download: () => Promise.reject(new NotOfferedError()),
  };
}

function articleHandlers(session: EditorApi): Record<string, Handler> {
  /** Articles as they were received: an update sends them whole. */
  const received = new Map<number, GivenArticle>();
  const keep = (article: GivenArticle): GivenArticle => {
    const kept = { ...received.get(article.id), ...article };
    received.set(article.id, kept);
    return kept;
  };
  const storedAs = (before: GivenArticle, { body, etag, hasOthers }: ApiResponse<unknown>): ApiResponse<unknown> => ({
    body: completeDetail(keep({ ...before, ...objectOf(body) })),
    etag,
    hasOthers,
  });
  return {
    "GET articles": async (_id, { options }) => {
      const { body } = await session.send("GET", path("articles"), undefined, options);
      return respond(rowsOf(body).map((article) => completeRow(keep(article))));
    },
    "GET articles/:id": async (id, { url, options }) =>
      storedAs({ id }, await session.send("GET", url.pathname, undefined, options)),
    "POST articles": async (_id, { body, options }) => {
      const form = specifiedForm(body as FormData);
      const created = await session.send("POST", path("articles"), form, options);
      const { image_url: _file, ...typed } = fieldsOf(form);
      const { id } = objectOf(created.body);
      return storedAs({ ...typed, id: Number(id) }, created);
    },
    "PUT articles/:id": async (id, { url, body, options }) => {
      const changed = body instanceof FormData ? await uploaded(session, body) : objectOf(body);
      const whole = changedArticle(received.get(id) ?? { id }, changed);
      return storedAs(whole, await session.send("PUT", url.pathname, whole, options));
    },
    "DELETE articles/:id": (_id, { url, options }) => session.send("DELETE", url.pathname, undefined, options),
  };
}

/** The fields of a form, with its flags as booleans. */
const fieldsOf = (form: FormData): Given =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, name.startsWith("is_") ? value === "true" : value] as const),
  );

/** The same with the address of its picture, which only `POST upload/` takes for an article that exists. */
async function uploaded(session: EditorApi, form: FormData): Promise<Given> {
  const file = form.get("image_url");
  const fields = fieldsOf(form);
  return file instanceof File ? { ...fields, image_url: await uploadPicture(session, file) } : fields;
}

function categoryHandlers(session: EditorApi): Record<string, Handler> {
  const complete = (given: Given) => ({ name: "", slug: "", ...given, count: Number(given.count ?? 0) });
  return {
    "GET categories": async (_id, { options }) => {
      const { body } = await session.send("GET", path("categories"), undefined, options);
      return respond(rowsOf(body).map(complete));
    },
    "POST categories": async (_id, { url, body, options }) => {
      const added = await session.send("POST", url.pathname, body, options);
      return { ...added, body: complete({ ...objectOf(body), ...objectOf(added.body) }) };
    },
    "PUT categories/:id": async (id, { url, body, options }) => {
      const { ifMatch: _version, ...rest } = options ?? {};
      const changed = await session.send("PUT", url.pathname, body, rest);
      return { ...changed, body: complete({ id, ...objectOf(body), ...objectOf(changed.body) }) };
    },
    "DELETE categories/:id": (_id, { url, options }) => session.send("DELETE", url.pathname, undefined, options),
  };
}

function profileHandlers(session: EditorApi): Record<string, Handler> {
  let own: Given = {};
  const complete = () => ({
    ...own,
    name: String(own.name ?? ""),
    image_url: String(own.image_url ?? ""),
    bio: String(own.bio ?? ""),
    links: own.links ?? [],
  });
  return {
    "GET accounts/users/me": async (_id, { url, options }) => {
      own = objectOf((await session.send("GET", url.pathname, undefined, options)).body);
      return respond(complete());
    },
    "PUT accounts/profile": async (_id, { url, body }) => {
      const { bio, imageUrl } = objectOf(body);
      await session.send("PUT", url.pathname, { bio, imageUrl });
      own = { ...own, bio, image_url: imageUrl };
      return respond(complete());
    },
  };
}

function adHandlers(): Record<string, Handler> {
  const samples = createSampleAds();
  return {
    "GET ads": async () => respond(samples.list()),
    "POST ads": async (_id, { body }) => respond(samples.add(body as AdDraft)),
    "PUT ads/:id": async (id, { body }) => respond(samples.change(id, body as AdDraft)),
    "DELETE ads/:id": async (id) => respond(samples.remove(id)),
  };
}
