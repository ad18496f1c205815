import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { isoDate } from "#shared/time.ts";
import { actorOf, type Viewer } from "#shared/viewer.ts";
import type { RedirectRow } from "../tables.ts";
import { addRedirect, changeRedirect, deleteRedirect, dismissMissing, type RedirectStore } from "./commands.ts";
import { createRedirectCounters, type RedirectCounters } from "./counters.ts";
import { redirectEndpoints } from "./endpoints.ts";
import { checkImport, importRedirects } from "./file-import.ts";
import { readRedirects } from "./import.ts";
import {
  type Found,
  isCircle,
  lookupIn,
  matchRedirect,
  type Pattern,
  pageMissing,
  pageRedirects,
  presentRedirect,
  readPatterns,
  versionOf,
} from "./queries.ts";
import { NO_MISSING, NO_REDIRECT, wordsOfPath } from "./rules.ts";

const FLUSH_INTERVAL_MS = 3_000;
const PRUNE_INTERVAL_MS = 60 * 60_000;

/** The path of the article that words of an address may mean. */
export type Suggest = (viewer: Viewer, words: string[]) => Promise<string | null>;

type Deps = RedirectStore & { secretKey: string; suggest: Suggest };

export type RedirectsFeature = Feature & {
  /** The redirect for a path without a page. */
  find: (path: string) => Promise<Found | undefined>;
  /** The redirect for an address by number (`numberedAddress`), which the home page would have. */
  findNumbered: (address: string) => Promise<RedirectRow | undefined>;
  counters: RedirectCounters;
};

export function redirectsFeature({ suggest, secretKey, ...store }: Deps): RedirectsFeature {
  const counters = createRedirectCounters({ ...store, secretKey });
  return {
    routes: [redirectRoutes(store, suggest)],
    jobs: [
      { name: "redirect counters", title: "Store hits of redirects", every: FLUSH_INTERVAL_MS, run: counters.flush },
      {
        name: "old missing addresses",
        title: "Delete old missing addresses",
        every: PRUNE_INTERVAL_MS,
        alone: true,
        run: counters.prune,
      },
    ],
    close: counters.flush,
    find: finder(store),
    findNumbered: lookupIn(store.database.db).find,
    counters,
  };
}

/** Finds redirects, and none of a circle; the patterns are read again only after a change of content. */
function finder({ database: { db, contentVersion }, siteUrl }: RedirectStore): RedirectsFeature["find"] {
  const lookup = lookupIn(db);
  let known: { version: number; patterns: Pattern[] } | undefined;
  return async (path) => {
    const version = contentVersion();
    if (known?.version !== version) known = { version, patterns: await readPatterns(db) };
    const { patterns } = known;
    const found = await matchRedirect(lookup.find, path, patterns);
    // Some circles depend on what is requested, so that no check of a new redirect can know them all.
    if (found && (await isCircle(lookup, { path, target: found.target }, { patterns, siteUrl }))) return undefined;
    return found;
  };
}

const respond = (reply: ResponseHead, row: RedirectRow) => tagged(reply, versionOf(row), presentRedirect(row));

function redirectRoutes(store: RedirectStore, suggest: Suggest): ApiPlugin {
  const { db } = store.database;
  const idOf = ({ id }: { id: string }) => idIn(id, "redirect_not_found", NO_REDIRECT);
  return async (app) =>
    serve(app, redirectEndpoints, {
      "GET /redirects": async ({ query }, reply) => {
        const { rows, total } = await pageRedirects(db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentRedirect);
      },
      "POST /redirects": async (call, reply) => respond(reply, await addRedirect(store, actorOf(call), call.body)),
      "PUT /redirects/:id": async (call, reply) => {
        const { params, body } = call;
        return respond(reply, await changeRedirect(store, actorOf(call), idOf(params), body, isCurrentFor(call)));
      },
      "DELETE /redirects/:id": (call) => deleteRedirect(store, actorOf(call), idOf(call.params)),
      "POST /redirects/import": async (call) => {
        const { text, format, dry_run: isDry } = call.body;
        const lines = readRedirects(text, format);
        return isDry ? (await checkImport(store, lines)).report : importRedirects(store, actorOf(call), lines);
      },
      "GET /redirects/missing": async ({ query, viewer }, reply) => {
        const { rows, total } = await pageMissing(db, query);
        reply.header(TOTAL_HEADER, total);
        return Promise.all(
          rows.map(async ({ id, path, hits, last_at }) => ({
            id,
            path,
            hits: Number(hits),
            last: isoDate(last_at),
            suggestion: await suggest(viewer, wordsOfPath(path)),
          })),
        );
      },
      "DELETE /redirects/missing/:id": (call) =>
        dismissMissing(store, idIn(call.params.id, "redirect_not_found", NO_MISSING)),
    });
}
