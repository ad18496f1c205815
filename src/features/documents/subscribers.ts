import { type Entry, recordEntries } from "#features/audit/commands.ts";
import type { Action } from "#features/audit/rules.ts";
import { on } from "#features/events/commands.ts";
import type { Cause, EventOf, Subscriber } from "#features/events/types.ts";
import { type Event, notify, notifyPublishers } from "#features/notifications/commands.ts";
import { system } from "#shared/actor.ts";
import { DOCUMENT_TYPES, type DocumentTypeName } from "#shared/document.ts";
import { stateForReaders } from "./changes/commands.ts";
import { forgetDocuments } from "./commands.ts";
import { ANSWERS, type Deed, HAPPENINGS, REMARKS } from "./lifecycle/events.ts";
import { forgetWaiting, noteWaiting } from "./lifecycle/waiting.ts";
import { endRequests } from "./requests/commands.ts";
import type { DocumentType } from "./types.ts";

type Done = EventOf<`${DocumentTypeName}.${Deed}`>;

const actionsOf = <One extends string>(deeds: readonly One[]) =>
  DOCUMENT_TYPES.flatMap((type) => deeds.map((deed) => `${type}.${deed}` as const));

const partsOf = ({ action, subject }: Pick<Done, "action" | "subject">) => {
  const [type, deed] = action.split(".") as [DocumentTypeName, Deed];
  return { type, deed, id: Number(subject.id) };
};

const ENTRIES: Partial<Record<Deed, string>> = {
  created: "create",
  edited: "update",
  published: "publish",
  scheduled: "schedule",
  updated: "update",
  unpublished: "unpublish",
  trashed: "trash",
  restored: "restore",
};

/** What people hear of others' actions. A change of words has a rule of its own. */
const NEWS: Partial<Record<Deed, Omit<Event, "id">>> = {
  published: { kind: "published" },
  scheduled: { kind: "published", detail: "scheduled" },
  updated: { kind: "published", detail: "updated" },
  unpublished: { kind: "returned", detail: "unpublished" },
  unschedule: { kind: "returned", detail: "unpublished" },
  returned: { kind: "returned" },
  ask: { kind: "asked" },
  approve: { kind: "approved" },
  override: { kind: "approved" },
  decline: { kind: "returned", detail: "changes" },
  disapprove: { kind: "returned", detail: "withdrawn" },
  suggest: { kind: "changed", detail: "suggested" },
  accept: { kind: "noted", detail: "decided" },
  reject: { kind: "noted", detail: "decided" },
  mentioned: { kind: "mentioned" },
  noted: { kind: "noted" },
  replied: { kind: "noted", detail: "reply" },
};

type Told = Pick<
  DocumentType,
  | "type"
  | "permissions"
  | "owners"
  | "titles"
  | "stories"
  | "seenTitle"
  | "actions"
  | "findRow"
  | "findRows"
  | "phaseOf"
  | "timeOf"
>;

/** What may change what readers have. */
const TOUCHING = [
  "created",
  "edited",
  "published",
  "updated",
  "unpublished",
  "trashed",
  "restored",
  "appeared",
] as const;

/** Reactions to what happens to documents of all types: audit log, notifications, requests for a review, and a purge. */
export function documentSubscribers(types: readonly Told[]): readonly Subscriber[] {
  const typeOf = (name: DocumentTypeName) => types.find(({ type }) => type === name) as Told;
  return [
    on(actionsOf(["trashed"]), async ({ trx }, events) => {
      for (const [type, ids] of byType(events)) await endRequests(trx, type, ids);
    }),
    on(actionsOf(["published", "scheduled", "updated", "appeared"]), async (cause, events) => {
      for (const [type, ids] of byType(events)) {
        const open = Map.groupBy(await endRequests(cause.trx, type, ids), ({ document_id }) => document_id);
        for (const [id, asked] of open) {
          const by = events.find(({ subject }) => subject.kind === type && Number(subject.id) === id)?.by ?? system;
          const closed = { kind: "asked", detail: "closed", id, isTimed: true } as const;
          // Those who were asked, and have not approved the text.
          await notify({ ...cause, by }, typeOf(type), closed, () => asked.map(({ asked_id }) => asked_id));
        }
      }
    }),
    on(actionsOf(["published", "unpublished", "trashed"]), async ({ trx }, events) => {
      for (const [type, ids] of byType(events)) await forgetWaiting(trx, type, ids);
    }),
    on(actionsOf(["scheduled", "restored"]), async ({ trx, clock }, events) => {
      for (const [type, ids] of byType(events))
        for (const id of ids) await noteWaiting(trx, clock.now(), typeOf(type), id);
    }),
    on([...actionsOf(TOUCHING), "article.correct"], async (cause, events) => {
      for (const type of types) {
        const touched = new Map<number, boolean>();
        for (const { action, subject } of events.filter(({ action }) => action.startsWith(`${type.type}.`))) {
          const id = Number(subject.id);
          touched.set(id, touched.get(id) || !action.endsWith(".appeared"));
        }
        const all = [...touched].map(([id, isChange]) => ({ id, isChange }));
        await stateForReaders(cause, type, all);
      }
    }),
    on(actionsOf([...HAPPENINGS, ...ANSWERS, ...REMARKS, "unschedule"]), async (cause, events) => {
      for (const event of events) await tell(cause, typeOf(partsOf(event).type), event);
    }),
    on(actionsOf(HAPPENINGS), async ({ trx, clock }, events) => {
      const entries = events.flatMap((event) => entryOf(typeOf(partsOf(event).type), event) ?? []);
      await recordEntries(trx, clock, [...importOf(events), ...entries]);
    }),
    on(actionsOf(["purge"]), async ({ trx }, events) => {
      for (const [type, ids] of byType(events)) await forgetDocuments(trx, type, ids);
    }),
  ];
}

type OfType = { action: `${DocumentTypeName}.${string}`; subject: Done["subject"] };

function byType(events: readonly OfType[]): ReadonlyMap<DocumentTypeName, number[]> {
  const ids = new Map<DocumentTypeName, number[]>();
  for (const { action, subject } of events) {
    const type = action.split(".")[0] as DocumentTypeName;
    ids.set(type, [...(ids.get(type) ?? []), Number(subject.id)]);
  }
  return ids;
}

/** Notifies owners of an action by others, and publishers of what waits for them. */
async function tell({ trx, clock }: Cause, type: Told, event: Done): Promise<void> {
  const { deed, id } = partsOf(event);
  const { isReworded, isProposed, isImport, only, also = [], without = [] } = event.facts;
  if (isImport) return;
  const cause = { trx, clock, by: event.by };
  const news = NEWS[deed] ?? (isReworded && (deed === "edited" || deed === "typed") && { kind: "changed" as const });
  const isTold = (one: number) => !without.includes(one);
  if (news) await notify(cause, type, { ...news, id }, (owners) => (only ?? [...owners, ...also]).filter(isTold));
  if (deed === "submitted") await notifyPublishers(cause, type, { id });
  if (isProposed) await notifyPublishers(cause, type, { id, detail: "proposed" });
}

/** The entry of an event; none for a save that changes nothing, and for an import. */
function entryOf(type: Told, { action, facts, ...event }: Done): Entry | undefined {
  const { deed } = partsOf({ action, ...event });
  const name = ENTRIES[deed];
  if (name === undefined || facts.isImport) return undefined;
  if (deed === "edited" && Object.keys(event.changes ?? {}).length === 0) return undefined;
  return { ...event, action: type.actions?.[deed as "edited"] ?? (`${type.type}.${name}` as Action) };
}

/** An import is one entry. */
function importOf(events: readonly Done[]): Entry[] {
  const made = events.filter(({ action, facts }) => facts.isImport && action.endsWith(".created"));
  const [first] = made;
  if (!first) return [];
  const { type } = partsOf(first);
  return [{ by: first.by, action: `${type}.create`, subject: { kind: type }, times: made.length }];
}
