import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import { createReaderCounter, type ReaderCounter } from "#platform/reader-counter.ts";
import { beginningOf } from "#shared/text.ts";
import { absoluteUrl, redirectUrl } from "#shared/urls.ts";
import { countedTarget, type LinkTo } from "./rules.ts";

/** Bytes of a link's code: too many to find one by trying. */
const CODE_BYTES = 9;
const MAX_LABEL = 200;

type NewLink = { code: string; url: string; label: string };

/** Collects the links of a mail while it is rendered: each target has one address, for all readers. */
export function collectLinks(siteUrl: string): { linkTo: LinkTo; all: () => NewLink[] } {
  const links = new Map<string, NewLink>();
  return {
    linkTo(given, words) {
      const url = countedTarget(siteUrl, given, words);
      if (url === undefined) return given;
      const label = beginningOf(words.replace(/\s+/g, " ").trim(), MAX_LABEL);
      const link = links.get(url) ?? { code: randomBytes(CODE_BYTES).toString("base64url"), url, label };
      links.set(url, { ...link, label: link.label || label });
      return absoluteUrl(siteUrl, redirectUrl.link(link.code));
    },
    all: () => [...links.values()],
  };
}

export async function storeLinks(trx: Kysely<Tables>, issue_id: number, links: readonly NewLink[]): Promise<void> {
  for (const some of chunksOf(links))
    await trx
      .insertInto("issue_link")
      .values(some.map((link) => ({ issue_id, ...link })))
      .execute();
}

const CODE = /^[\w-]{1,40}$/;

/** The link of a code, which leads to its target permanently; undefined for an unknown code. */
export const findLink = async (db: Kysely<Tables>, code: string) =>
  CODE.test(code)
    ? db.selectFrom("issue_link").select(["id", "url"]).where("code", "=", code).executeTakeFirst()
    : undefined;

/** The links of an issue, the most clicked first. */
export const linksOf = (db: Kysely<Tables>, issueId: number) =>
  db
    .selectFrom("issue_link")
    .select(["url", "label", "clicks"])
    .where("issue_id", "=", issueId)
    .orderBy("clicks", "desc")
    .orderBy("id")
    .execute();

/** Counts clicks on links as views are counted: each reader once per link and hour. */
export const createClickCounter = (deps: { database: Database; clock: Clock; secretKey: string }): ReaderCounter =>
  createReaderCounter({
    ...deps,
    what: "issue link",
    async add(trx, id, { count }) {
      // Added in SQL, as another process may count the same link.
      await trx
        .updateTable("issue_link")
        .set((eb) => ({ clicks: eb("clicks", "+", count) }))
        .where("id", "=", id)
        .execute();
    },
  });
