import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { accountNames, listUsers } from "#features/identity/accounts/queries.ts";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { may } from "#shared/permissions.ts";

/** A person whom a note may mention. Names are unique (decision 89). */
export type Mentionable = { id: number; name: string };

/** The stored form of a mention: `@{12}`. A typed "@{" is stored as "@{{". */
const STORED = /@\{(?:(\d{1,9})\}|\{)/g;
const WORD_SIGN = /[\p{L}\p{N}]/u;

/** Replaces "@Name" by the account's number, so that the note follows a change of the name. */
export function storeMentions(text: string, people: readonly Mentionable[]): string {
  // Of "Ann" and "Ann Lee", the longer match wins.
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length);
  let stored = "";
  for (let at = 0; at < text.length; ) {
    const person = text[at] === "@" ? mentionedAt(text, at, longestFirst) : undefined;
    stored += person ? `@{${person.id}}` : text[at];
    at += person ? person.name.length + 1 : 1;
    if (!person && stored.endsWith("@") && text[at] === "{") stored += "{";
  }
  return stored;
}

/** The person named after the @ at an index; none in an email address or if the name is only part of a word. */
function mentionedAt(text: string, at: number, people: readonly Mentionable[]): Mentionable | undefined {
  if (WORD_SIGN.test(text[at - 1] ?? "")) return undefined;
  return people.find(({ name }) => {
    const end = at + 1 + name.length;
    return text.slice(at + 1, end).toLowerCase() === name.toLowerCase() && !WORD_SIGN.test(text[end] ?? "");
  });
}

export const mentionedIn = (stored: string): number[] => [
  ...new Set([...stored.matchAll(STORED)].flatMap(([, id]) => (id === undefined ? [] : [Number(id)]))),
];

/** A stored text with the current names of mentioned people, and these names. */
export function showMentions(stored: string, names: ReadonlyMap<number, string>): { text: string; mentions: string[] } {
  const mentions = new Set<string>();
  const text = stored.replace(STORED, (_mention, id?: string) => {
    if (id === undefined) return "@{";
    const name = names.get(Number(id));
    if (name !== undefined) mentions.add(name);
    return `@${name ?? FORMER_AUTHOR}`;
  });
  return { text, mentions: [...mentions] };
}

export async function showTexts<Row extends { text: string }>(
  db: Kysely<Tables>,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = await accountNames(
    db,
    rows.flatMap(({ text }) => mentionedIn(text)),
  );
  return rows.map((row) => ({ ...row, text: showMentions(row.text, names).text }));
}

/** The people who can log in and may read a document, by name. */
export async function listMentionable(db: Kysely<Tables>, kind: DocumentType, id: number): Promise<Mentionable[]> {
  const owners = await kind.owners(db, id);
  const users = await listUsers(db);
  return users
    .filter(
      (user) => user.is_active === 1 && may({ accountId: user.id, role: user.role }, kind.permissions.read, { owners }),
    )
    .map(({ id: account, name }) => ({ id: account, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
