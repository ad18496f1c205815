import type { Kysely } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { articleDocument } from "#features/articles/document.ts";
import { findByNameOrSlug, namesOfCategories } from "#features/categories/queries.ts";
import { accountNames, listUsers } from "#features/identity/accounts/queries.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { may, mayAny } from "#shared/permissions.ts";
import type { StoryState } from "#shared/story.ts";
import { fold } from "#shared/text.ts";
import { DAY, isoDate, nextDaily } from "#shared/time.ts";
import type { IdeaRow } from "../tables.ts";
import type { IdeaQuery, StoryIdea } from "./endpoints.ts";
import { isDone } from "./rules.ts";

type Db = Kysely<Tables>;
const WEEK = 7 * DAY;
/** Values in one statement. */
const AT_ONCE = 500;

/** Reads for ids, some at a time: engines limit the values of a statement. */
async function inParts<Row>(ids: readonly number[], read: (some: number[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) rows.push(...(await read(ids.slice(at, at + AT_ONCE))));
  return rows;
}

type StoryArticle = { title: string; categoryId: number; state: StoryState };

/** The articles of stories, with their states. */
async function articlesOf(db: Db, ids: readonly number[], now: number): Promise<Map<number, StoryArticle>> {
  const rows = await inParts(ids, (some) =>
    db.selectFrom("article").select(["id", "title", "category_id"]).where("id", "in", some).execute(),
  );
  const known = rows.map(({ id }) => id);
  const titles = new Map(await inParts(known, async (some) => [...(await articleDocument.titles(db, some))]));
  const stories = new Map(await inParts(known, async (some) => [...(await articleDocument.stories(db, some, now))]));
  return new Map(
    rows.map(({ id, title, category_id }) => [
      id,
      { title: titles.get(id) ?? title, categoryId: category_id, state: stories.get(id)?.state ?? "writing" },
    ]),
  );
}

async function peopleOf(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await inParts(ids, (some) =>
    db
      .selectFrom("idea_person")
      .select(["idea_id", "account_id"])
      .where("idea_id", "in", some)
      .orderBy("account_id")
      .execute(),
  );
  const people = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const { idea_id, account_id } of rows) people.get(idea_id)?.push(account_id);
  return people;
}

/** The id of the article of a story, or null; nothing for a story that was deleted. */
export const articleOfIdea = async (db: Db, id: number): Promise<{ article: number | null } | undefined> =>
  db.selectFrom("idea").select("article_id as article").where("id", "=", id).executeTakeFirst();

/** A row with what its response derives from. */
export type KnownIdea = { row: IdeaRow; people: number[]; story: StoryArticle | undefined; state: StoryState };

/** Stories with their people and articles. */
export async function knownIdeas(db: Db, rows: readonly IdeaRow[], now: number): Promise<KnownIdea[]> {
  const people = await peopleOf(
    db,
    rows.map(({ id }) => id),
  );
  const articles = await articlesOf(
    db,
    rows.flatMap(({ article_id }) => article_id ?? []),
    now,
  );
  return rows.map((row) => {
    const story = row.article_id === null ? undefined : articles.get(row.article_id);
    const state = story?.state ?? (row.article_id === null ? "idea" : "withdrawn");
    return { row, people: people.get(row.id) ?? [], story, state };
  });
}

/** Who has a story: its people, and who added it. */
export const ownersOf = ({ row, people }: Pick<KnownIdea, "row" | "people">) => ({
  owners: [...people, row.created_by],
});

/** Whether an actor may know of a story: an open one is for everyone to take. */
export const isSeen = (actor: Actor, idea: KnownIdea): boolean =>
  may(actor, "idea.write", ownersOf(idea)) || (idea.people.length === 0 && may(actor, "idea.write"));

export const isLate = ({ row, state }: KnownIdea, now: number): boolean =>
  row.due_at !== null && row.due_at <= now && !isDone(state);

async function presentIdeas(db: Db, actor: Actor, ideas: readonly KnownIdea[], now: number): Promise<StoryIdea[]> {
  const sections = await namesOfCategories(db, [...new Set(ideas.flatMap((idea) => categoryOf(idea) ?? []))]);
  const names = await accountNames(
    db,
    ideas.flatMap(({ people }) => people),
  );
  return ideas.map((idea) => {
    const { row, story, state, people } = idea;
    return {
      id: row.id,
      title: story?.title || row.title,
      state,
      people: people.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) ?? "" }] : [])),
      due: isoDate(row.due_at),
      is_late: isLate(idea, now),
      length: row.length,
      slot: row.slot,
      section: sections.get(categoryOf(idea) ?? 0) ?? "",
      note: row.note,
      article: story ? row.article_id : null,
      may_change: may(actor, "idea.write", ownersOf(idea)),
      etag: `"${row.version}"`,
    };
  });
}

const categoryOf = ({ row, story }: KnownIdea) => (story ? story.categoryId : row.category_id);

/** All stories that an actor sees, by their due time, those without one last. */
export async function seenIdeas(db: Db, actor: Actor, now: number): Promise<KnownIdea[]> {
  const rows = await db
    .selectFrom("idea")
    .selectAll()
    .orderBy((eb) => eb.case().when("due_at", "is", null).then(1).else(0).end())
    .orderBy("due_at")
    .orderBy("id")
    .execute();
  const ideas = await knownIdeas(db, rows, now);
  return mayAny(actor, "idea.write") ? ideas : ideas.filter((idea) => isSeen(actor, idea));
}

type Wanted = Omit<IdeaQuery, "limit" | "offset" | "section"> & {
  /** Undefined for every section; 0 for one that does not exist. */
  category: number | undefined;
  now: number;
  dayEnd: number;
};

function isWanted(idea: KnownIdea, wanted: Wanted) {
  const { state, person, slot, query, open, done, category } = wanted;
  const { row, people, story } = idea;
  const words = fold(query).split(/\s+/u).filter(Boolean);
  const text = words.length > 0 ? fold(`${story?.title ?? row.title} ${row.note}`) : "";
  return (
    (state === undefined || idea.state === state) &&
    (person === 0 || people.includes(person)) &&
    (slot === "" || row.slot === slot) &&
    (category === undefined || categoryOf(idea) === category) &&
    isDue(idea, wanted) &&
    (open === undefined || (people.length === 0) === (open === "true")) &&
    (done === undefined || (isDone(idea.state) && idea.state !== "scheduled") === (done === "true")) &&
    words.every((word) => text.includes(word))
  );
}

function isDue(idea: KnownIdea, { due, now, dayEnd }: Wanted): boolean {
  const at = idea.row.due_at;
  if (due === undefined) return true;
  if (due === "none" || at === null) return due === "none" && at === null;
  return due === "late" ? isLate(idea, now) : at < (due === "today" ? dayEnd : now + WEEK);
}

/** A page of the stories that a query means, and the total. */
export async function pageIdeas(db: Db, actor: Actor, { limit, offset, section, ...query }: IdeaQuery, now: number) {
  const dayEnd = query.due === "today" ? nextDaily((await readNewsroom(db)).time_zone, 0, now) : 0;
  const category = section === "" ? undefined : ((await findByNameOrSlug(db, section))?.id ?? 0);
  const wanted = { ...query, category, now, dayEnd };
  const found = (await seenIdeas(db, actor, now)).filter((idea) => isWanted(idea, wanted));
  const shown = found.slice(offset, offset + limit);
  return { ideas: await presentIdeas(db, actor, shown, now), total: found.length };
}

/** A story that the actor has just changed: they may have given it up. */
export async function readIdea(db: Db, actor: Actor, id: number, now: number): Promise<StoryIdea> {
  const row = await db.selectFrom("idea").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return justWritten((await presentIdeas(db, actor, await knownIdeas(db, [row], now), now))[0]);
}

export async function findIdea(db: Db, actor: Actor, id: number, now: number): Promise<StoryIdea | undefined> {
  const row = await db.selectFrom("idea").selectAll().where("id", "=", id).executeTakeFirst();
  const [idea] = row ? await knownIdeas(db, [row], now) : [];
  return idea && isSeen(actor, idea) ? (await presentIdeas(db, actor, [idea], now))[0] : undefined;
}

type DueRange = { from: number; to: number; limit: number };

/** The stories due in a range that an actor sees and that are not done; `dueTimes`: of all that were read. */
export async function dueBetween(db: Db, actor: Actor, { from, to, limit }: DueRange, now: number) {
  const rows = await db
    .selectFrom("idea")
    .selectAll()
    .where("due_at", ">=", from)
    .where("due_at", "<", to)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  const ideas = await knownIdeas(db, rows, now);
  const due = ideas.filter((idea) => !isDone(idea.state) && isSeen(actor, idea));
  return { due: await presentIdeas(db, actor, due, now), dueTimes: rows.map(({ due_at }) => due_at) };
}

/** The people whom stories can be assigned to, by name. */
export async function assignable(db: Db): Promise<{ id: number; name: string }[]> {
  return (await listUsers(db))
    .filter(({ is_active, role }) => is_active === 1 && may({ role, accountId: null }, "idea.write"))
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id);
}

/** The stories of an account, in order after an id; at most `limit`. */
export const ideasOfAccount = (db: Db, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("idea")
    .select(["id", "title", "note", "due_at", "created_at", "created_by"])
    .where((eb) =>
      eb.or([
        eb("created_by", "=", accountId),
        eb("id", "in", eb.selectFrom("idea_person").select("idea_id").where("account_id", "=", accountId)),
      ]),
    )
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
