import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { UNKNOWN_ACCOUNT, useEditorApi } from "#shared/editor-api.tsx";
import { useRetry } from "#ui/admin/session/retry.ts";
import { knowPictures, refusalsIn, withOutcomes } from "#ui/admin/session/waiting-pictures.ts";
import { type AdminMessage, useToast } from "#ui/admin/toasts.tsx";
import { DocumentSession, newKey } from "./document-session.ts";
import {
  claimStoredSession,
  findStoredSession,
  forgetSession,
  freeSessions,
  onStoredSessionsChanged,
  type StoredSession,
  storeSession,
} from "./kept-sessions.ts";
import type { Session, Stored } from "./session.ts";
import { type DocumentPorts, uploadTexts } from "./use-document-session.ts";

/** A document type whose stored sessions are sent without being opened. */
export type ResumedType<V extends object> = {
  type: string;
  /** The field of a chosen picture. */
  pictureField: keyof V & string;
  ports: DocumentPorts<V>;
  idOf: (base: Stored<V> | null) => number | null;
  titleOf: (values: V) => string;
  urlOf: (stored: Stored<V>) => string;
  onStored: () => void;
};

/** Automatically stored work; `refused` has a sentence for each image that the server rejected. */
type StoredCopy<Row> = { row: Row; title: string; refused: string[] };

/** The toast about automatically stored work, with a link if it is a single row. */
function storedToast<Row>(copies: readonly StoredCopy<Row>[], urlOf: (row: Row) => string): AdminMessage {
  const names = copies.map(({ title }) => `“${title.trim() || "Untitled"}”`);
  const [first] = copies;
  const refused = copies.flatMap((copy) => copy.refused);
  const isOne = copies.length === 1 && first !== undefined;
  return {
    title: `Saved your offline work: ${listed(names)}`,
    description: [
      "It was stored in this browser and is now on the server. Nothing was published.",
      ...(refused.length > 0 ? [`Images rejected by the server are missing. ${refused.join(" ")}`] : []),
    ].join(" "),
    ...(isOne && { action: { label: "Open", to: urlOf(first.row) } }),
  };
}

const MAX_NAMED = 3;

function listed(names: readonly string[]): string {
  if (names.length > MAX_NAMED) return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Whether a session is sent without asking: not if it waits for the editor's choice. */
const maySend = ({ aside, session }: StoredSession): boolean =>
  aside === null && !session.conflict && !session.rejected && !session.isDeleted;

const nameOf = ({ key, savedAt }: StoredSession) => `${key} ${savedAt}`;

type Resumer = { isDue: (kept: StoredSession) => boolean; run: () => Promise<void> };
/** The senders of stored sessions in this page, by document type. */
const resumers = new Map<string, Resumer>();

/** Whether a stored session is about to be sent and therefore not offered. */
export const isAboutToBeSent = (kept: StoredSession): boolean => resumers.get(kept.type)?.isDue(kept) ?? false;

/** Resolves when all sendable sessions of a type are sent. */
export const keptSent = async (type: string): Promise<void> => resumers.get(type)?.run();

/** Sends one session. Returns the stored version; null if the editor must decide. Throws if the server is unavailable. */
export async function sendKept<V extends object>(
  kept: StoredSession<V>,
  type: Pick<ResumedType<V>, "ports" | "pictureField" | "idOf">,
): Promise<Stored<V> | "waits" | null> {
  const { [type.pictureField]: chosen, ...pictures } = kept.files;
  let file = chosen ?? null;
  // Choices such as a time are stored by manual saves only, so they stay and are offered.
  const hasChoices = Object.keys(kept.choices).length > 0;
  knowPictures(pictures);
  const { ports } = type;
  // Two restored tabs may both send a session; with the same key it is stored once.
  const keys = [`${kept.key}-${kept.savedAt}`];
  const session: DocumentSession<V> = new DocumentSession<V>(kept.session, {
    ...ports,
    newKey: () => keys.pop() ?? newKey(),
    collect: () => ({}),
    show: () => undefined,
    onChange: () => undefined,
    uploaded: withOutcomes,
    hasUpload: () => file !== null,
    async upload(read) {
      await uploadTexts(read, ports.uploadPicture);
      if (!file) return;
      const url = await ports.uploadPicture(file);
      file = null;
      session.change({ [type.pictureField]: url } as Partial<V>);
    },
    keep: (now, isUnsaved) => void keep(now, isUnsaved),
  });
  function keep(now: Session<V>, isUnsaved: boolean): Promise<unknown> {
    if (!isUnsaved && !hasChoices) return forgetSession(kept.key);
    const files = isUnsaved ? kept.files : {};
    return storeSession({
      ...kept,
      id: type.idOf(now.base) ?? kept.id,
      files,
      session: now as StoredSession["session"],
    });
  }
  if (!session.isUnsaved && file === null) {
    // Everything was already stored.
    if (!hasChoices) await forgetSession(kept.key);
    return null;
  }
  const isStored = await session.flush();
  const { connection, session: now } = session.state;
  await session.stop();
  if (isStored) await keep(now, false);
  return isStored ? now.base : connection === "idle" ? null : "waits";
}

/**
 * Sends the stored sessions of a type that are open in no window, oldest first: when the admin area opens, when the connection
 * returns, or when a window with one closes. Conflicting and rejected sessions stay.
 */
export function useResumedSessions<V extends object>(type: ResumedType<V>, isOn: boolean): void {
  const api = useEditorApi();
  const show = useToast();
  const [account] = useState(() => api.account() ?? UNKNOWN_ACCOUNT);
  const latest = useRef(type);
  latest.current = type;
  const retry = useRetry(() => resumer.again());
  const [resumer] = useState(() =>
    createResumer<V>({
      account,
      type: () => latest.current,
      isAllowed: () => api.account() === account,
      onWaits: retry.schedule,
      onIdle: retry.stop,
      onStored(stored) {
        latest.current.onStored();
        show(storedToast(stored, (row) => latest.current.urlOf(row)));
      },
    }),
  );
  const name = type.type;
  useLayoutEffect(() => {
    if (!isOn) return;
    resumers.set(name, resumer);
    return () => void (resumers.get(name) === resumer && resumers.delete(name));
  }, [name, resumer, isOn]);
  useEffect(() => {
    const run = () => void (isOn && resumer.run());
    run();
    const end = onStoredSessionsChanged(run);
    window.addEventListener("focus", run);
    return () => {
      end();
      window.removeEventListener("focus", run);
    };
  }, [resumer, isOn]);
}

type ResumerProps<V extends object> = {
  account: string;
  type: () => ResumedType<V>;
  isAllowed: () => boolean;
  onWaits: () => void;
  onIdle: () => void;
  onStored: (stored: { row: Stored<V>; title: string; refused: string[] }[]) => void;
};

export function createResumer<V extends object>(props: ResumerProps<V>) {
  /** Tried sessions, until they change or the server may be available again. */
  const tried = new Map<string, "asked" | "waits">();
  let running: Promise<void> | null = null;
  let isAsked = false;
  const isDue = (kept: StoredSession) =>
    kept.type === props.type().type && kept.account === props.account && maySend(kept) && !tried.has(nameOf(kept));

  async function sendAll(): Promise<void> {
    const due = (await freeSessions(props.account)).filter(isDue) as StoredSession<V>[];
    const stored: Parameters<typeof props.onStored>[0] = [];
    for (const kept of due) {
      const name = nameOf(kept as StoredSession);
      if (!props.isAllowed()) {
        tried.set(name, "waits");
        props.onWaits();
        continue;
      }
      const release = claimStoredSession(kept.key);
      try {
        // The session may have been discarded since the list was read.
        const current = (await findStoredSession(kept.key)) as StoredSession<V> | undefined;
        if (!current) continue;
        const result = await sendKept(current, props.type());
        tried.set(name, result === "waits" ? "waits" : "asked");
        if (result === "waits") props.onWaits();
        if (result && result !== "waits") {
          const title = props.type().titleOf(kept.session.local);
          stored.push({ row: result, title, refused: refusalsIn(kept.session.local) });
        }
      } catch (error) {
        tried.set(name, "asked");
        reportError(error);
      } finally {
        release();
      }
    }
    if (![...tried.values()].includes("waits")) props.onIdle();
    if (stored.length > 0) props.onStored(stored);
  }

  const resumer = {
    isDue,
    /** Sends due sessions and resolves when done. */
    run(): Promise<void> {
      isAsked = true;
      running ??= (async () => {
        while (isAsked) {
          isAsked = false;
          await sendAll();
        }
      })().finally(() => {
        running = null;
      });
      return running;
    },
    /** Called when the server may be available again. */
    again(): void {
      for (const [name, why] of tried) if (why === "waits") tried.delete(name);
      void resumer.run();
    },
  };
  return resumer;
}
