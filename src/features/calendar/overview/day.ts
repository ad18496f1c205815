import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { articleDocument } from "#features/articles/document.ts";
import { readHomeList } from "#features/articles/home/queries.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { issuesWithoutArticles } from "#features/newsletter/issues/queries.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { HOUR, isoDate, nextDaily } from "#shared/time.ts";
import { viewerOf } from "#shared/viewer.ts";
import { isLate, type KnownIdea, seenIdeas } from "../budget/queries.ts";
import { isDone } from "../budget/rules.ts";
import { hasArticleBetween } from "../queries.ts";
import type { Overview } from "./endpoints.ts";

/** Stories of a list that are named. */
export const NAMED = 10;
/** A lead story of the home page that is older needs another. */
const OLD_LEAD_MS = 12 * HOUR;

type Day = Omit<Overview["day"], "suggested">;
/** Maximum drafts that are counted. */
const MAX_DRAFTS = 100;

/** What the actor's day has: own stories and drafts, late stories, and for editors what is empty. */
export async function readDay(db: Kysely<Tables>, actor: Actor, now: number): Promise<Day> {
  const ideas = (await seenIdeas(db, actor, now)).filter(({ state }) => !isDone(state));
  const isMine = ({ people }: KnownIdea) => actor.accountId !== null && people.includes(actor.accountId);
  const isEditor = mayAny(actor, "idea.write");
  const late = ideas.filter((idea) => isLate(idea, now) && (isEditor || isMine(idea)));
  return {
    mine: listed(ideas.filter(isMine)),
    drafts: await draftsOf(db, actor.accountId),
    late: listed(late),
    empty: mayAny(actor, "article.publish") ? await emptyPlaces(db, actor, ideas, now) : [],
  };
}

/** The unpublished articles of an account that the budget does not have, newest first. */
async function draftsOf(db: Kysely<Tables>, accountId: number | null): Promise<Day["drafts"]> {
  if (accountId === null) return { total: 0, documents: [] };
  const planned = db.selectFrom("idea").select("article_id").where("article_id", "is not", null);
  const rows = await db
    .selectFrom("article")
    .select("id")
    .where("id", "in", ownedBy(db, accountId))
    .where("status", "in", ["draft", "ready"])
    .where("is_staged", "=", 0)
    .where("id", "not in", planned)
    .orderBy("id", "desc")
    .limit(MAX_DRAFTS)
    .execute();
  const ids = rows.slice(0, NAMED).map(({ id }) => id);
  const titles = await articleDocument.titles(db, ids);
  return {
    total: rows.length,
    documents: ids.map((id) => ({ type: "article" as const, id, title: titles.get(id) ?? "" })),
  };
}

const listed = (ideas: readonly KnownIdea[]) => ({
  total: ideas.length,
  stories: ideas.slice(0, NAMED).map(({ row, story, state }) => ({
    id: row.id,
    title: story?.title || row.title,
    state,
    due: isoDate(row.due_at),
  })),
});

async function emptyPlaces(
  db: Kysely<Tables>,
  actor: Actor,
  ideas: readonly KnownIdea[],
  now: number,
): Promise<Day["empty"]> {
  const { time_zone: zone } = await readNewsroom(db);
  const end = nextDaily(zone, 0, now);
  const empty: Day["empty"] = [];
  if (!(await hasArticleBetween(db, { from: end - 24 * HOUR, to: end })))
    empty.push({ kind: "today", id: null, title: "", at: null });
  const [lead] = (await readHomeList(db, viewerOf(actor), now, "lead")).rows;
  if (lead && (lead.published_at ?? 0) < now - OLD_LEAD_MS)
    empty.push({ kind: "lead", id: lead.id, title: lead.title, at: isoDate(lead.published_at) });
  const slots = ideas.filter(
    ({ row, state }) => row.slot !== "" && state === "idea" && row.due_at !== null && row.due_at < end,
  );
  for (const { row } of slots.slice(0, NAMED))
    empty.push({ kind: "slot", id: row.id, title: row.title, at: isoDate(row.due_at) });
  if (mayAny(actor, "issue.manage"))
    for (const { id, title, scheduled_at } of (await issuesWithoutArticles(db)).slice(0, NAMED))
      empty.push({ kind: "issue", id, title, at: isoDate(scheduled_at) });
  return empty;
}
