import { type DateOrder, dateIn } from "../dates.ts";
import type { TextItem } from "../items.ts";
// Words are data: a tool that renames identifiers must not reach them.
import lists from "./field-names.json" with { type: "json" };
import { type FieldReader, flagOf, nameKey, wordsIn } from "./fields.ts";

type Found = Pick<TextItem, "state" | "restriction" | "isFeatured" | "isNoindex"> & { findings: TextItem["findings"] };

const names = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(nameKey));
const DRAFT = names(lists.draft);
const PUBLISHED = names(lists.published);
const RESTRICTED = names(lists.restricted);
const FEATURED = names(lists.featured);
const NOINDEX = names(lists.noindex);
const HARMLESS = names(lists.harmlessFlags);
const TECHNICAL = names(lists.technical);
const STATE_FIELDS = names(lists.stateFields);
const PUBLIC_STATES = names(lists.publicStates);
const DRAFT_STATES = names([...lists.draftStates, ...lists.draft]);
const PASSWORDS = names(["password", "passwd", "pass", "passphrase"]);
/** Flags that only say what a page shows next to the text. */
const HARMLESS_BEGINNING = /^(?:show|enable|disable|use|has|with|display)(?!$|in|on|at|from|home|list)/;

/** Flags that nothing has read: each may say, in any language, that not everyone may read the text. */
export function unknownFlags(fields: FieldReader): string[] {
  return fields.unread().flatMap(({ name, key, value }) => {
    if (typeof value !== "string" || !/^(?:true|false|yes|no|on|off)$/i.test(value.trim())) return [];
    fields.read(name);
    return HARMLESS.has(key) || TECHNICAL.has(key) || HARMLESS_BEGINNING.test(key) ? [] : [`${name}: ${value.trim()}`];
  });
}

/** Fields that only say how a text is shown or built, and that no person would miss. */
export const isTechnical = (key: string): boolean => TECHNICAL.has(key) || HARMLESS.has(key);

/**
 * Whether everyone may read a text, from its fields that say so in a known way. A state that is not understood makes it a draft.
 * Reads these fields, so that it comes before everything that names a field `published`.
 */
export function visibilityOf(fields: FieldReader, now: number, dates: { order: DateOrder; zone: string }): Found {
  const findings: { level: "info" | "warning"; message: string }[] = [];
  const found = { state: "published" as TextItem["state"], restriction: "", isFeatured: false, isNoindex: false };
  const draft = (message = "") => {
    found.state = "draft";
    if (message) findings.push({ level: "warning", message });
  };
  const restrict = (sentence: string) => {
    found.state = "draft";
    found.restriction ||= sentence;
  };
  for (const { name, key, value } of fields.unread()) {
    const flag = flagOf(value);
    const text = typeof value === "string" ? value.trim() : "";
    if (STATE_FIELDS.has(key)) {
      fields.read(name);
      readState(name, wordsIn(value), { draft, restrict });
    } else if (PASSWORDS.has(key)) {
      fields.read(name);
      if (text !== "" && flag !== false) restrict("It needed a password.");
    } else if (DRAFT.has(key)) {
      fields.read(name);
      if (flag === true) draft();
      else if (flag === null && text !== "") draft(`The field “${name}” is not understood.`);
    } else if (PUBLISHED.has(key)) {
      fields.read(name);
      if (flag === false) draft();
      else if (flag === null && text !== "" && dateIn(text, dates) === null)
        draft(`The field “${name}” is not understood.`);
    } else if (RESTRICTED.has(key)) {
      fields.read(name);
      if (flag !== false && (text !== "" || typeof value !== "string"))
        restrict(`It was not shown to everyone: “${name}”.`);
    } else if (FEATURED.has(key) && flag !== null) {
      fields.read(name);
      found.isFeatured ||= flag;
    } else if (NOINDEX.has(key) && flag !== null) {
      fields.read(name);
      found.isNoindex ||= flag;
    }
  }
  const expiry = fields.text("expiryDate", "expires", "expiry", "unpublishDate", "expirationDate");
  if (expiry !== "") {
    const ends = dateIn(expiry, dates);
    if (ends === null) draft(`The date of its end, “${expiry}”, is not understood.`);
    else if (ends <= now) restrict("Its time has passed.");
    else draft("It was to be unpublished at a time. Publish it, and unpublish it then.");
  }
  return { ...found, findings };
}

type Ends = { draft: (message?: string) => void; restrict: (sentence: string) => void };

function readState(name: string, states: readonly string[], { draft, restrict }: Ends): void {
  for (const state of states) {
    const key = nameKey(state);
    if (PUBLIC_STATES.has(key)) continue;
    if (DRAFT_STATES.has(key)) draft();
    else if (RESTRICTED.has(key)) restrict(`It was not shown to everyone: “${name}: ${state}”.`);
    else draft(`The state “${name}: ${state}” is not understood.`);
  }
}
