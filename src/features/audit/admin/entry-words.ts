import { dayOf } from "#ui/admin/date-values.ts";
import { ACTIONS, type Action } from "../actions.ts";
import type { AuditEntry } from "../endpoints.ts";

/** Actors without an account. */
export const ACTOR_KINDS = { operator: "Operator", system: "System", nobody: "Not signed in" } as const;

/** The actor's name; the number of an account whose name was erased. */
export const actorName = ({ actor }: AuditEntry): string =>
  actor.kind === "account" ? actor.name || `Account ${actor.id}` : ACTOR_KINDS[actor.kind];

export function happened({ action, times }: AuditEntry): string {
  const label = ACTIONS[action as Action] ?? action;
  return times === 1 ? label : `${label}, ${times.toLocaleString("en")} times`;
}

/** The subject's name; empty if users did it to themselves. */
export function subjectName({ actor, subject }: AuditEntry): string {
  if (subject.kind === "account" && subject.id === String(actor.id)) return "";
  if (subject.title) return subject.title;
  return subject.id === null ? "" : `${subject.kind} ${subject.id}`;
}

type Value = NonNullable<AuditEntry["changes"][string]["from"]> | null;

/** A value in words; a long text by its length. */
export function valueWords(value: Value): string {
  if (value === null || value === "") return "empty";
  if (typeof value === "object") return `a text of ${value.characters.toLocaleString("en")} characters`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** `image_url` becomes "image url". */
export const fieldWords = (field: string): string => field.replaceAll("_", " ");

/** The instant at which a day (`2026-01-31`) starts or ends in the browser's zone; undefined for anything else. */
export function instantOf(value: string, end: "begins" | "ends"): string | undefined {
  const found = dayOf(value);
  if (!found) return undefined;
  const { year, month, day } = found;
  return new Date(year, month - 1, end === "ends" ? day + 1 : day).toISOString();
}
