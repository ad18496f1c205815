import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/dialect.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleStore, insertArticle } from "#features/articles/commands.ts";
import { newDraft } from "#features/articles/drafts.ts";
import { changedFields } from "#features/audit/rules.ts";
import { findByNameOrSlug, namesOfCategories, oldestCategory } from "#features/categories/queries.ts";
import { addNote } from "#features/documents/notes/commands.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { on, recordEvent } from "#features/events/commands.ts";
import { findUsers } from "#features/identity/accounts/queries.ts";
import { forgetNotificationsAbout } from "#features/notifications/commands.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { NoteCreated } from "#platform/idempotency.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { authorize, may } from "#shared/permissions.ts";
import type { IdeaRow } from "../tables.ts";
import type { IdeaBody, IdeaChange, StoryIdea } from "./endpoints.ts";
import { isSeen, type KnownIdea, knownIdeas, ownersOf, readIdea } from "./queries.ts";
import { briefOf, MAX_IDEAS, NO_IDEA } from "./rules.ts";

type Trx = Transaction<Tables>;
export type BudgetStore = ArticleStore & { kinds: readonly DocumentType[] };

const subjectOf = ({ id, title }: Pick<IdeaRow, "id" | "title">) => ({ kind: "idea", id, title });
const invalid = (code: "unknown_person" | "unknown_category", field: string, detail: string) =>
  new InvalidError(code, detail, { [field]: detail });

/** Locks a story that an actor is about to change. Throws NotFoundError. */
async function lockIdea(trx: Trx, actor: Actor, id: number, now: number): Promise<KnownIdea> {
  const row = await trx.selectFrom("idea").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  const [idea] = row ? await knownIdeas(trx, [row], now) : [];
  if (!idea || !isSeen(actor, idea)) throw new NotFoundError("story_not_found", NO_IDEA);
  return idea;
}

/** The columns of given fields. Throws InvalidError for an unknown category. */
async function columnsOf(trx: Trx, { title, due, length, slot, section, note }: IdeaChange) {
  const category = section ? await findByNameOrSlug(trx, section) : undefined;
  if (section && !category) throw invalid("unknown_category", "section", "There is no category with this name.");
  return {
    ...(title !== undefined && { title }),
    ...(note !== undefined && { note }),
    ...(slot !== undefined && { slot }),
    ...(length !== undefined && { length }),
    ...(due !== undefined && { due_at: due === null ? null : Date.parse(due) }),
    ...(section !== undefined && { category_id: category?.id ?? null }),
  };
}

/** Throws InvalidError for people who cannot log in. */
async function setPeople(trx: Trx, id: number, before: readonly number[], people: readonly number[]): Promise<void> {
  const added = [...new Set(people)].filter((one) => !before.includes(one));
  if ((await findUsers(trx, added)).length < added.length)
    throw invalid("unknown_person", "people", "Stories can only be assigned to people who can log in.");
  const gone = before.filter((one) => !people.includes(one));
  if (gone.length > 0)
    await trx.deleteFrom("idea_person").where("idea_id", "=", id).where("account_id", "in", gone).execute();
  if (added.length > 0)
    await trx
      .insertInto("idea_person")
      .values(added.map((account_id) => ({ idea_id: id, account_id })))
      .execute();
}

/** Throws ForbiddenError unless the actor may assign these people: everyone may take an open story, and give up an own one. */
function authorizePeople(actor: Actor, before: readonly number[], after: readonly number[]): void {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  if (changed.some((id) => id !== actor.accountId)) authorize(actor, "idea.assign");
}

/** Adds a story. Throws InvalidError, ForbiddenError, and ConflictError for too many. */
export function createIdea(
  { database, clock }: BudgetStore,
  actor: Actor,
  { people = [], ...body }: IdeaBody,
  note?: NoteCreated,
): Promise<StoryIdea> {
  return shareCommit(database.db, async (trx) => {
    await lockTable(trx, "idea");
    const { count } = await trx
      .selectFrom("idea")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_IDEAS)
      throw new ConflictError("too_many_ideas", `The budget can have at most ${MAX_IDEAS} stories. Delete old ones.`);
    authorizePeople(actor, [], people);
    const initial = { note: "", category_id: null, due_at: null, length: null, slot: "" as const, article_id: null };
    const row = await trx
      .insertInto("idea")
      .values({
        ...initial,
        ...(await columnsOf(trx, body)),
        title: body.title,
        version: 1,
        created_at: clock.now(),
        created_by: actor.accountId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await setPeople(trx, row.id, [], people);
    await note?.(trx, row.id);
    const changes = changedFields({}, auditedOf(row, people));
    await recordEvent(trx, clock, { by: actor, action: "idea.add", subject: subjectOf(row), changes });
    return readIdea(trx, actor, row.id, clock.now());
  });
}

const auditedOf = ({ title, note, due_at, length, slot, category_id }: IdeaRow, people: readonly number[]) => ({
  title,
  note,
  due: due_at === null ? null : new Date(due_at).toISOString(),
  length,
  slot,
  section: category_id,
  people: [...people].sort((one, other) => one - other).join(", "),
});

/** Changes a story. Throws NotFoundError, ForbiddenError, InvalidError, and ConflictError unless `isCurrent`. */
export function changeIdea(
  { database, clock }: BudgetStore,
  actor: Actor,
  id: number,
  { people, ...change }: IdeaChange,
  isCurrent: (version: number) => boolean,
): Promise<StoryIdea> {
  return shareCommit(database.db, async (trx) => {
    const idea = await lockIdea(trx, actor, id, clock.now());
    if (!isCurrent(idea.row.version))
      throw new ConflictError("stale_version", "This story has changed since you opened it.");
    if (people) authorizePeople(actor, idea.people, people);
    // Taking an open story needs no more than to see it.
    if (Object.keys(change).length > 0 || !people) authorize(actor, "idea.write", ownersOf(idea));
    if (idea.story && (change.title !== undefined || change.section !== undefined))
      throw new ConflictError("idea_has_article", "Change the title and the section of this story in its article.");
    const after = await trx
      .updateTable("idea")
      .set({ ...(await columnsOf(trx, change)), version: idea.row.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (people) await setPeople(trx, id, idea.people, people);
    const changes = changedFields(auditedOf(idea.row, idea.people), auditedOf(after, people ?? idea.people));
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, clock, { by: actor, action: "idea.change", subject: subjectOf(after), changes });
    return readIdea(trx, actor, id, clock.now());
  });
}

/** Deletes a story; its article stays. Throws NotFoundError, and ForbiddenError for one that others have. */
export function deleteIdea({ database, clock }: BudgetStore, actor: Actor, id: number): Promise<void> {
  return shareCommit(database.db, async (trx) => {
    const idea = await lockIdea(trx, actor, id, clock.now());
    const isOnlyOwn = ownersOf(idea).owners.every((owner) => owner === actor.accountId);
    if (!isOnlyOwn || !may(actor, "idea.write")) authorize(actor, "idea.assign");
    await trx.deleteFrom("idea").where("id", "=", id).execute();
    await forgetNotificationsAbout(trx, "idea", [id]);
    await recordEvent(trx, clock, { by: actor, action: "idea.delete", subject: subjectOf(idea.row) });
  });
}

/**
 * Makes the draft of a story, unless it has an article: by its people, or by the actor, who takes an open story. What is planned
 * becomes its first note. Throws NotFoundError and ForbiddenError.
 */
export async function draftIdea(store: BudgetStore, actor: Actor, id: number): Promise<StoryIdea> {
  const { database, clock, content, kinds } = store;
  const kind = kinds.find(({ type }) => type === "article");
  if (!kind) throw new Error("Articles are no type of document.");
  const empty = await content.prepare("");
  const { time_zone: zone } = await readNewsroom(database.db);
  return changeContent(database, async (trx) => {
    const { row, people, story } = await lockIdea(trx, actor, id, clock.now());
    if (story) return { result: await readIdea(trx, actor, id, clock.now()), changed: [] };
    const own = actor.accountId === null ? [] : [actor.accountId];
    const authors = people.length > 0 ? people : own;
    const section =
      row.category_id === null ? undefined : (await namesOfCategories(trx, [row.category_id])).get(row.category_id);
    const category = section ?? (await oldestCategory(trx)) ?? FIRST_CATEGORIES[0].name;
    const fields = { title: row.title, category, ...(authors.length > 0 && { authors }) };
    const draft = { ...newDraft(fields, actor.accountId ?? 0), content: empty.content };
    const made = await insertArticle(trx, store, actor, draft);
    await trx
      .updateTable("idea")
      .set({ article_id: made.id, version: row.version + 1 })
      .where("id", "=", id)
      .execute();
    const taken = people.length === 0 ? own : people;
    await setPeople(trx, id, people, taken);
    const brief = briefOf(row, zone);
    if (brief) await addNote(trx, { database, clock, kind }, actor, made.id, { quote: "", text: brief });
    const changes = {
      article: { to: made.id },
      ...changedFields({ people: people.join(", ") }, { people: taken.join(", ") }),
    };
    await recordEvent(trx, clock, { by: actor, action: "idea.draft", subject: subjectOf(row), changes });
    return { result: await readIdea(trx, actor, id, clock.now()), changed: made.changed };
  });
}

/** Stories of people who left are open again. */
export const budgetSubscribers = [
  on(["account.remove"], async ({ trx }, events) => {
    const ids = events.map(({ subject }) => Number(subject.id));
    await trx.deleteFrom("idea_person").where("account_id", "in", ids).execute();
  }),
];
