import { dayOf } from "#ui/admin/date-values.ts";
import { ACTIONS, type Action } from "../actions.ts";
import type { AuditEntry } from "../endpoints.ts";

/** The names of actors who are no accounts. */
export const ACTOR_KINDS = { operator: "Operator", system: "System", nobody: "Not signed in" } as const;

/** Who did it; an account whose name was erased by its number. */
export const actorName = ({ actor }: AuditEntry): string =>
  actor.kind === "account" ? actor.name || `Account ${actor.id}` : ACTOR_KINDS[actor.kind];

/** What happened, and how often. */
export function happened({ action, times }: AuditEntry): string {
  const label = ACTIONS[action as Action] ?? action;
  return times === 1 ? label : `${label}, ${times.toLocaleString("en")} times`;
}

/** To what it was done; empty for what somebody did to themselves. */
export function subjectName({ actor, subject }: AuditEntry): string {
  if (subject.kind === "account" && subject.id === String(actor.id)) return "";
  if (subject.title) return subject.title;
  return subject.id === null ? "" : `${subject.kind} ${subject.id}`;
}

type Value = NonNullable<AuditEntry["changes"][string]["from"]> | null;

/** A value in words: of a long text, its length. */
export function valueWords(value: Value): string {
  if (value === null || value === "") return "empty";
  if (typeof value === "object") return `a text of ${value.characters.toLocaleString("en")} characters`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A field's name in words: `image_url` is "image url". */
export const fieldWords = (field: string): string => field.replaceAll("_", " ");

/** The instant at which a day (`2026-01-31`) begins or ends in the browser's zone; undefined for anything else. */
export function instantOf(value: string, end: "begins" | "ends"): string | undefined {
  const found = dayOf(value);
  if (!found) return undefined;
  const { year, month, day } = found;
  return new Date(year, month - 1, end === "ends" ? day + 1 : day).toISOString();
}
