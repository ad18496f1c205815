import type { FastifyInstance } from "fastify";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { emptyOf, portsOf, storedOf } from "#features/documents/room/admin/room-session.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { ISSUE_TYPE } from "#features/newsletter/issues/admin/issue-type.ts";
import { PAGE_TYPE } from "#features/pages/admin/pages-screen.tsx";
import { ApiError, NetworkError, shapeOf } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { DocumentSession } from "#ui/admin/session/document-session.ts";
import { rowOf, type Session, type Stored, startSession } from "#ui/admin/session/session.ts";

export type Values = Record<string, unknown>;
export type AnyType = RoomType<{ id: number }, Values>;

/** The document types with their API path and the field of their title. */
export const EDITED = {
  article: { type: ARTICLE_TYPE as unknown as AnyType, path: "/api/articles/", title: "title", content: "content" },
  page: { type: PAGE_TYPE as unknown as AnyType, path: "/api/pages/", title: "title", content: "content" },
  issue: { type: ISSUE_TYPE as unknown as AnyType, path: "/api/newsletter/issues/", title: "subject", content: "body" },
} as const;
export type EditedType = keyof typeof EDITED;

/** What happens to a request: it is lost, its response is lost, or the server fails at it. */
export type Fault = "request" | "response" | "server";

/** The API of one account over `app.inject`, with faults of its saves. */
export function injectedApi(app: FastifyInstance, name: string, headersOf: () => Promise<Record<string, string>>) {
  const faults: Fault[] = [];
  const ask = async (method: string, url: string, body?: unknown, options: Parameters<EditorApi["send"]>[3] = {}) => {
    const isSave = (method === "PUT" && url.endsWith("/draft/")) || method === "POST";
    const fault = isSave ? faults.shift() : undefined;
    if (fault === "request") throw new NetworkError();
    if (fault === "server") throw new ApiError(500, {});
    const form = body instanceof FormData ? new Response(body) : null;
    const payload = form
      ? Buffer.from(await form.arrayBuffer())
      : body === undefined
        ? undefined
        : JSON.stringify(body);
    const response = await app.inject({
      method: method as "GET",
      url,
      headers: {
        ...(await headersOf()),
        ...(payload !== undefined && { "content-type": form?.headers.get("content-type") ?? "application/json" }),
        ...(options.ifMatch && { "if-match": options.ifMatch }),
        ...(options.idempotencyKey && { "idempotency-key": options.idempotencyKey }),
      },
      ...(payload !== undefined && { payload }),
    });
    if (fault === "response") throw new NetworkError();
    if (response.statusCode >= 400) throw new ApiError(response.statusCode, response.json());
    return response;
  };
  const api: EditorApi = {
    account: () => name,
    async read(url, shape) {
      const { body, headers } = await ask("GET", url);
      return shapeOf(new Response(body, { headers: headers as Record<string, string> }), shape);
    },
    async send(method, url, body, options) {
      const response = await ask(method, url, body, options);
      const { etag = null, "idempotency-replayed": replayed, "save-merged": merged } = response.headers;
      return {
        body: response.body === "" ? undefined : response.json(),
        etag: etag as string | null,
        hasOthers: replayed === "true" || merged === "true",
      };
    },
    stream: () => Promise.reject(new Error("Not used.")),
    download: () => Promise.reject(new Error("Not used.")),
  };
  return { api, faults };
}

/** A window in which one account edits a document: the real session with the real ports. */
export class EditingWindow {
  session: DocumentSession<Values>;
  kept: Session<Values>;
  readonly name: string;
  readonly type: AnyType;
  readonly api: EditorApi;
  readonly faults: Fault[];

  constructor(name: string, type: AnyType, given: ReturnType<typeof injectedApi>, start: Session<Values>) {
    this.name = name;
    this.type = type;
    this.api = given.api;
    this.faults = given.faults;
    this.kept = start;
    this.session = this.#open(start);
  }

  #open(start: Session<Values>): DocumentSession<Values> {
    const { uploadPicture: _upload, ...ports } = portsOf(this.type, this.api);
    const session = new DocumentSession<Values>(start, {
      ...ports,
      upload: async () => undefined,
      uploaded: (values) => values,
      collect: () => ({}),
      show: () => undefined,
      keep: (now) => {
        this.kept = structuredClone(now);
      },
      onChange: () => undefined,
    });
    session.open();
    return session;
  }

  get state(): Session<Values> {
    return this.session.state.session;
  }

  get id(): number | null {
    return rowOf<{ id: number }>(this.state.base)?.id ?? null;
  }

  /** The tab crashes and is opened again with what the browser kept. */
  async reopen(): Promise<void> {
    this.session.keepNow();
    await this.session.stop();
    this.session = this.#open(this.kept);
  }

  /** Leaves the document and opens it as it is stored. */
  async openStored(id: number): Promise<void> {
    await this.session.stop();
    const stored = await readStored(this.type, this.api, id);
    this.kept = startSession(stored, emptyOf<Values, object>(this.type));
    this.session = this.#open(this.kept);
  }
}

export const readStored = async (type: AnyType, api: EditorApi, id: number): Promise<Stored<Values>> =>
  storedOf(type, await type.read(api, id));
