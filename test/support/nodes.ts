import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { apiUrl, editorApiUrl } from "./api-url.ts";
import { type Answer, callOnce } from "./call-once.ts";
import { createPostgresDatabase } from "./engines.ts";
import { type ObjectStore, startObjectStore } from "./object-store.ts";
import { MIGRATED } from "./postgres-cluster.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };

/** A call as an editor, to a node or to what stands before the nodes. */
export type Call = (base: string, method: string, path: string, body?: object) => Promise<Answer>;

export type Nodes = {
  first: ServerProcess;
  second: ServerProcess;
  /** One more, with other variables if given. */
  startNode: (env?: Record<string, string>) => Promise<ServerProcess>;
  objectStore: ObjectStore;
  call: Call;
  /** Publishes an article through a node; returns its id. */
  publish: (base: string, title: string, content?: string) => Promise<number>;
  /** Uploads a picture through a node. */
  upload: (base: string, picture: Buffer) => Promise<Response>;
};

type Settings = {
  /** Of one database for both; a new one by default. */
  databaseUrl?: string;
  /** Of all nodes. */
  env?: Record<string, string>;
  /** Of the first and the second alone. */
  own?: [Record<string, string>, Record<string, string>];
};

/**
 * Two nodes on one PostgreSQL database and one S3-compatible store, each with a folder of its own. Only where
 * `inject("postgres")` is not null; everything ends with the test.
 */
export async function startNodes({ databaseUrl, env, own = [{}, {}] }: Settings = {}): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-nodes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const objectStore = await startObjectStore();
  const shared = {
    DEMO_CONTENT: "0",
    DATABASE_URL: databaseUrl ?? (await createPostgresDatabase({ template: MIGRATED })),
    SECRET_KEY: "one secret of at least 32 bytes, for all nodes",
    SITE_URL: "http://localhost:3000",
    TRUST_PROXY: "on",
    ADMIN_EMAIL: EDITOR.email,
    ADMIN_PASSWORD: EDITOR.password,
    ...objectStore.env,
    ...env,
  };
  let started = 0;
  const startNode = async (more: Record<string, string> = {}) => {
    started += 1;
    const node = await startServer({ dataDir: join(folder, String(started)), env: { ...shared, ...more } });
    onTestFinished(async () => void (await node.kill()));
    return node;
  };
  const [first, second] = await Promise.all([startNode(own[0]), startNode(own[1])]);
  const headers: Record<string, string> = {};
  const call: Call = (base, method, path, body) => callOnce(base + path, { method, headers, ...(body && { body }) });
  const { access } = JSON.parse((await call(first.url, "POST", editorApiUrl.token(), EDITOR)).text);
  headers.authorization = `Bearer ${access}`;
  const publish = async (base: string, title: string, content = "<p>Text</p>") => {
    const fields = { title, category: "News", content, status: "published" };
    const answer = await call(base, "POST", apiUrl.articles(), fields);
    expect(answer.status, answer.text).toBe(201);
    return JSON.parse(answer.text).id as number;
  };
  const upload = (base: string, picture: Buffer) => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(picture)]), "picture.png");
    return fetch(base + editorApiUrl.upload(), { method: "POST", headers, body });
  };
  return { first, second, startNode, objectStore, call, publish, upload };
}
