import { type StoredSession, storeSession } from "./kept-sessions.ts";
import { type Session, startSession } from "./session.ts";

/** Unsaved work of a plain form as versions 0.2 and 0.3 stored it in `localStorage`, under `form:account:kind:key`. */
type LocalForm = {
  key: string;
  subject: number | null;
  etag: string | null;
  /** The values of that version. */
  began: object | null;
  values: { name?: string; alt?: string };
  savedAt: number;
  isReplaced?: boolean;
  isLeftOut?: boolean;
};

const NAME = /^form:([^:]*):([^:]*):/;

/**
 * Moves unsaved work of plain forms to the sessions' store. To be removed in June 2027, half a year after the last version
 * that wrote it.
 */
export async function takeOverLocalForms(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  for (const [name, text] of localForms()) {
    const [, account = "", type = ""] = NAME.exec(name) ?? [];
    const form = JSON.parse(text) as LocalForm;
    const { key, subject, values, savedAt, isReplaced = false, isLeftOut = false } = form;
    // A tab that still runs the earlier version has it open.
    if (held.some((lock) => lock.name === `jarida-open-form:${key}`)) continue;
    const session = sessionOf(form);
    const isUnknown = subject !== null && session.base === null;
    const aside: StoredSession["aside"] = isReplaced ? "theirs" : isLeftOut || isUnknown ? "mine" : null;
    const title = values.name ?? values.alt ?? "";
    const kept = { key, account, type, id: subject, title, owner: "", savedAt, session, aside, choices: {}, files: {} };
    // If storage is full, the earlier copy is the only one that survives a crash.
    if (await storeSession(kept)) localStorage.removeItem(name);
  }
}

function localForms(): [name: string, text: string][] {
  try {
    return Object.entries(localStorage).filter(([name]) => NAME.test(name));
  } catch {
    // Storage may be forbidden; then nothing was stored.
    return [];
  }
}

function sessionOf({ etag, began, values }: LocalForm): Session<object> {
  const base = began && etag !== null ? { values: began, etag } : null;
  return { ...startSession(base, values), local: values };
}
