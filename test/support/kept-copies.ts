import { vi } from "vitest";
import type { EditorApi } from "#shared/editor-api.tsx";
import { mergeBlocks } from "#shared/sequences.ts";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";

export type Text = { title: string; body: string; status: string };
type Row = Text & { id: number };
const EMPTY: Text = { title: "", body: "", status: "draft" };

/** Of the newest tab: each loads its own. */
let errors: typeof import("#shared/api-client.ts");
/** What becomes of a call: its answer is lost, or it never arrives. */
type Fate = "arrives" | "is lost" | "answer is lost";

/**
 * A server whose rows are merged by words, as articles are by blocks. It remembers every version, and by whom it is, and
 * refuses a retry where the caller has saved since, as the real one does.
 */
export function createServer() {
  type Version = { row: Row; by: string };
  const rows = new Map<number, Version[]>();
  const keys = new Map<string, number>();
  const server = {
    fates: [] as Fate[],
    /** Runs while a call is under way, before it arrives. */
    during: undefined as (() => Promise<unknown>) | undefined,
    /** What becomes of uploads: an address, a status, or no answer. */
    uploads: [] as (string | number)[],
    writes: 0,
    account: "7" as string | null,
    isScheduled: false,
    /** Somebody saves a row, by default one's own. */
    save(id: number, change: Partial<Text>, by = "7"): string {
      const versions = rows.get(id) ?? [];
      versions.push({ row: { ...EMPTY, ...versions.at(-1)?.row, ...change, id }, by });
      rows.set(id, versions);
      return `"${versions.length}"`;
    },
    remove: (id: number) => void rows.delete(id),
    all: () => [...rows.values()].map((versions) => versions.at(-1)?.row),
    versions: (id: number) => rows.get(id)?.length ?? 0,
  };
  const newest = (id: number) => {
    const row = rows.get(id)?.at(-1)?.row;
    if (!row) throw new errors.ApiError(404, {});
    return { row, etag: `"${server.versions(id)}"` };
  };
  async function call<T>(write: () => T): Promise<T> {
    const fate = server.fates.shift() ?? "arrives";
    await server.during?.();
    if (fate === "is lost") throw new errors.NetworkError();
    const answer = write();
    if (fate === "answer is lost") throw new errors.NetworkError();
    return answer;
  }
  const words = (text: string) => text.split(" ").filter(Boolean);
  function merged(id: number, begun: number, change: Partial<Text>, isRetry: boolean): Partial<Text> {
    const since = rows.get(id)?.slice(begun) ?? [];
    const [base, theirs] = [rows.get(id)?.[begun - 1]?.row, newest(id).row];
    if (isRetry && since.some(({ by }) => by === "7")) throw new errors.ApiError(409, {});
    const both = mergeBlocks(words(base?.body ?? ""), words(change.body ?? base?.body ?? ""), words(theirs.body));
    if (!both) throw new errors.ApiError(409, {});
    return { ...change, body: both.join(" ") };
  }
  const kind = {
    upload: async () => {
      const fate = server.uploads.shift();
      if (fate === undefined) throw new errors.NetworkError();
      if (typeof fate === "number") throw new errors.ApiError(fate, { detail: "This is not an image." });
      return fate;
    },
    name: "text",
    titleOf: ({ title }: Text) => title,
    empty: EMPTY,
    idOf: ({ id }: Row) => id,
    valuesOf: ({ title, body, status }: Row) => ({ title, body, status }),
    read: async (_api: EditorApi, id: number) => newest(id),
    create: (_api: EditorApi, { values }: { values: Text }, key: string) =>
      call(() => {
        const known = keys.get(key);
        const id = known ?? rows.size + 1;
        if (known === undefined) server.save(id, values);
        keys.set(key, id);
        return { ...newest(id), isRepeated: known !== undefined };
      }),
    autosave: {
      leaves: ["status"],
      begin: async (_api: EditorApi, values: Text) => ({ ...values, status: "draft" }),
      mayBegin: ({ title }: Text) => title !== "",
      mayStoreLater: () => !server.isScheduled,
      store: (
        _api: EditorApi,
        before: { row: Row; etag: string },
        values: Text,
        names: (keyof Text)[],
        more = { isRetry: false },
      ) =>
        call(() => {
          server.writes++;
          const change = Object.fromEntries(names.map((name) => [name, values[name]]));
          const begun = Number(before.etag.replaceAll('"', ""));
          const { id } = before.row;
          server.save(id, begun === server.versions(id) ? change : merged(id, begun, change, more.isRetry));
          return newest(id);
        }),
    },
  } as unknown as FormKind<Row, Text>;
  return { server, kind };
}

/** A tab with a storer; tabs share the disk and the locks. */
export async function openTab({ server, kind }: ReturnType<typeof createServer>) {
  vi.resetModules();
  errors = await import("#shared/api-client.ts");
  const store = await import("#ui/admin/edit-form/draft-store.ts");
  const locks = await import("#ui/admin/edit-form/draft-locks.ts");
  const { createCopyStorer } = await import("#ui/admin/edit-form/copy-storer.ts");
  const said: string[] = [];
  const refused: string[] = [];
  const retry = {
    isWaiting: false,
    schedule() {
      retry.isWaiting = true;
    },
    stop() {
      retry.isWaiting = false;
    },
  };
  const storer = createCopyStorer({
    kind,
    account: "7",
    api: { account: () => server.account } as EditorApi,
    retry,
    onStored: (copies) => {
      said.push(...copies.map(({ title }) => title));
      refused.push(...copies.flatMap((copy) => copy.refused));
    },
  });
  const offered = async () =>
    (await store.draftsOf<Text>("7", "text")).free
      .filter((draft) => !storer.isDue(draft))
      .map(({ values }) => values.body);
  return { ...store, ...locks, storer, said, refused, retry, offered };
}

let serial = 0;
export const copy = (change: Partial<UnsavedDraft<Text>> & { values: Text }): UnsavedDraft<Text> => {
  serial++;
  const keys = { key: `k${serial}`, createKey: `create-${serial}`, account: "7", form: "text" };
  return {
    ...keys,
    subject: 1,
    etag: '"1"',
    changed: ["body"],
    file: null,
    savedAt: serial,
    isReplaced: false,
    ...change,
  };
};
export const text = (body: string, more: Partial<Text> = {}): Text => ({ ...EMPTY, title: "Title", body, ...more });
export const bodies = (server: ReturnType<typeof createServer>["server"]) => server.all().map((row) => row?.body);
