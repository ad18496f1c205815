import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { chunksOf, justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { pathKey } from "#features/addresses/rules.ts";
import { changedFields } from "#features/audit/rules.ts";
import { newWords, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import type { RedirectRow } from "../tables.ts";
import type { RedirectBody, RedirectChange } from "./endpoints.ts";
import { LOOKED_UP, planRedirects } from "./plan.ts";
import { findRedirect, redirectsScope, versionOf } from "./queries.ts";
import { NO_MISSING, NO_REDIRECT, type RedirectCode, STALE_REDIRECT } from "./rules.ts";

export type RedirectStore = { database: Database; clock: Clock; siteUrl: string };

const AUDITED = ["from_path", "target", "code", "reason"] as const;
const subjectOf = ({ id, from_path }: Pick<RedirectRow, "id" | "from_path">) => ({
  kind: "redirect",
  id,
  title: from_path,
});

type Stored = { source: RedirectRow["source"]; before?: RedirectRow };

/** Stores a redirect in the caller's transaction, which has locked the table. Throws InvalidError and ConflictError. */
async function storeRedirect(
  trx: Transaction<Tables>,
  store: RedirectStore,
  body: RedirectBody,
  { source, before }: Stored,
): Promise<RedirectRow> {
  const plan = await planRedirects(trx, store);
  await plan.lookUp([body]);
  const row = await plan.add(body, before);
  const written = await plan.write(trx, { now: store.clock.now(), source });
  return justWritten(written.get(row.from_key));
}

/** Adds a redirect. Throws as `storeRedirect` does. */
export function addRedirect(store: RedirectStore, by: Actor, body: RedirectBody): Promise<RedirectRow> {
  return changeContent(store.database, async (trx) => {
    await lockTable(trx, "redirect");
    const row = await storeRedirect(trx, store, body, { source: "editor" });
    const shown = { reason: row.reason };
    await recordEvent(trx, store.clock, { by, action: "redirect.create", subject: subjectOf(row), shown });
    return { result: row, changed: [redirectsScope] };
  });
}

/** Changes a redirect. Throws NotFoundError, ConflictError unless `isCurrent`, and as `storeRedirect` does. */
export function changeRedirect(
  store: RedirectStore,
  by: Actor,
  id: number,
  { from, to, code, reason }: RedirectChange,
  isCurrent: (version: string) => boolean,
): Promise<RedirectRow> {
  return changeContent(store.database, async (trx) => {
    await lockTable(trx, "redirect");
    const before = await findRedirect(trx, id);
    if (!before) throw new NotFoundError("redirect_not_found", NO_REDIRECT);
    if (!isCurrent(versionOf(before))) throw new ConflictError("stale_version", STALE_REDIRECT);
    const body = {
      from: from ?? before.from_path,
      to: to ?? before.target,
      code: code ?? (before.code as RedirectCode),
      reason: reason ?? before.reason,
    };
    const row = await storeRedirect(trx, store, body, { source: before.source, before });
    const changes = changedFields<RedirectRow>(before, row, AUDITED);
    const shown = newWords(changes, ["reason"]);
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, store.clock, { by, action: "redirect.update", subject: subjectOf(row), changes, shown });
    return { result: row, changed: [redirectsScope] };
  });
}

/** Throws NotFoundError. */
export async function deleteRedirect({ database, clock }: RedirectStore, by: Actor, id: number): Promise<void> {
  await changeContent(database, async (trx) => {
    const gone = await trx.deleteFrom("redirect").where("id", "=", id).returningAll().executeTakeFirst();
    if (!gone) throw new NotFoundError("redirect_not_found", NO_REDIRECT);
    await recordEvent(trx, clock, { by, action: "redirect.delete", subject: subjectOf(gone) });
    return { result: undefined, changed: [redirectsScope] };
  });
}

/** A redirect of an import that is not stored, by its place in the list, and why. */
type Skipped = { at: number; why: string };

/**
 * Stores the redirects of an import in the caller's transaction. `replaces`: whether a redirect replaces the one at its address;
 * otherwise it is skipped. Returns the ids of those stored, by address.
 */
export async function storeImported(
  trx: Transaction<Tables>,
  store: RedirectStore,
  redirects: readonly RedirectBody[],
  { replaces }: { replaces: boolean },
): Promise<{ stored: Map<string, number>; skipped: Skipped[] }> {
  if (redirects.length === 0) return { stored: new Map(), skipped: [] };
  await lockTable(trx, "redirect");
  const plan = await planRedirects(trx, store);
  const keys = new Map<string, string>();
  const skipped: Skipped[] = [];
  for (const [at, body] of redirects.entries()) {
    if (at % LOOKED_UP === 0) await plan.lookUp(redirects.slice(at, at + LOOKED_UP));
    const planned = await plan.tryToAdd(body, { replaces });
    if ("why" in planned) skipped.push({ at, why: planned.why });
    else keys.set(body.from, planned.row.from_key);
  }
  const written = await plan.write(trx, { now: store.clock.now(), source: "import" });
  const stored = [...keys].map(([from, key]) => [from, justWritten(written.get(key)).id] as const);
  return { stored: new Map(stored), skipped };
}

/** Deletes redirects that imports have added, by id and by the paths that they lead to. */
export async function removeImported(
  trx: Transaction<Tables>,
  { ids = [], targets = [] }: { ids?: readonly number[]; targets?: readonly string[] },
): Promise<void> {
  const gone = trx.deleteFrom("redirect").where("source", "=", "import");
  for (const some of chunksOf(ids)) await gone.where("id", "in", some).execute();
  for (const some of chunksOf(targets.map(pathKey))) await gone.where("target_key", "in", some).execute();
}

/** Throws NotFoundError. */
export async function dismissMissing({ database: { db } }: RedirectStore, id: number): Promise<void> {
  const gone = await db.deleteFrom("missing_page").where("id", "=", id).returning("id").executeTakeFirst();
  if (!gone) throw new NotFoundError("redirect_not_found", NO_MISSING);
}
