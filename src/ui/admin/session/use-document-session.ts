import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isPassing } from "#ui/admin/session/retry.ts";
import { knowPictures, uploadWaiting, waitingFiles, withOutcomes } from "#ui/admin/session/waiting-pictures.ts";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { DocumentSession } from "./document-session.ts";
import { forgetSession, openStoredSession, type StoredSession, storeSession, windowName } from "./kept-sessions.ts";
import { differing, type Session, type Stored } from "./session.ts";
import type { SessionPorts, SessionState } from "./session-ports.ts";

export type DocumentPorts<V extends object> = Omit<
  SessionPorts<V>,
  "collect" | "show" | "keep" | "onChange" | "upload" | "uploaded"
> & {
  uploadPicture: (file: File) => Promise<string>;
};

type FormOptions<V extends object> = {
  start: Session<V>;
  /** The stored session that is resumed, deleted when this one is stored. */
  resumes: StoredSession<V> | null;
  account: string;
  type: string;
  idOf: (base: Stored<V> | null) => number | null;
  titleOf: (values: V) => string;
  ports: Omit<DocumentPorts<V>, "uploadPicture"> & Partial<Pick<DocumentPorts<V>, "uploadPicture">>;
};

/** What only documents have: a text editor, and pictures that are uploaded when it is saved. */
type DocumentParts<V extends object> = {
  collect: () => Partial<V>;
  show: (values: V) => void;
  /** Parts of the session besides its values: a chosen picture by field, and choices. */
  extras: { file: File | null; field: string; choices: Readonly<Record<string, unknown>> };
  /** Called when the chosen picture has an address or was rejected. */
  onUploaded: (file: File, outcome: { url: string } | { error: unknown }) => void;
  /** Called when everything was stored after leaving the document. */
  onLeft: () => void;
};

type Options<V extends object> = FormOptions<V> & DocumentParts<V>;

const NO_PARTS: DocumentParts<object> = {
  collect: () => ({}),
  show: () => undefined,
  extras: { file: null, field: "", choices: {} },
  onUploaded: () => undefined,
  onLeft: () => undefined,
};

const filesOf = <V extends object>(values: V, { file, field }: Options<V>["extras"]): Record<string, File> => ({
  ...waitingFiles(values),
  ...(file && { [field]: file }),
});

const hasAny = ({ file, choices }: Options<object>["extras"]) => file !== null || Object.keys(choices).length > 0;

/** The session of one document, or plain form, while a component has it open. */
export function useDocumentSession<V extends object>(given: FormOptions<V> & Partial<DocumentParts<V>>) {
  const options: Options<V> = { ...NO_PARTS, ...given };
  const latest = useRef(options);
  latest.current = options;
  const [storedAt, setStoredAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const place = useRef<ReturnType<typeof openStoredSession>>(null);
  const typed = useRef(options.resumes && { local: options.resumes.session.local, savedAt: options.resumes.savedAt });
  /** The session last stored in this browser. */
  const safe = useRef<{ local: V | null }>({ local: null });

  const keep = useCallback((session: Session<V>, isUnsaved: boolean) => {
    const { account, type, idOf, titleOf, extras, resumes } = latest.current;
    const key = place.current?.key;
    if (!key) return;
    if (!isUnsaved && !hasAny(extras)) {
      safe.current.local = session.local;
      setStoredAt(null);
      void forgetSession(key);
      if (resumes) void forgetSession(resumes.key);
      return;
    }
    const { local } = session;
    // The time of the last typing, which repeated requests do not change.
    const { current: last } = typed;
    const isTyped = last === null || differing(last.local, local).length > 0;
    const savedAt = isTyped ? Date.now() : last.savedAt;
    typed.current = { local, savedAt };
    const kept = { key, account, type, id: idOf(session.base), title: titleOf(local), owner: windowName(), savedAt };
    const rest = { session, aside: null, choices: extras.choices, files: filesOf(local, extras) };
    void storeSession({ ...kept, ...rest }, resumes?.key ?? null).then((isKept) => {
      setIsRefused(!isKept);
      if (!isKept) return;
      safe.current.local = local;
      setStoredAt(savedAt);
    });
  }, []);

  const [session] = useState((): DocumentSession<V> => {
    knowPictures(picturesIn(options.resumes, options.extras.field));
    return new DocumentSession<V>(options.start, {
      ...options.ports,
      read: (base) => latest.current.ports.read(base),
      save: (attempt, isAsked) => latest.current.ports.save(attempt, isAsked),
      upload: (read, isAsked) => uploadAll(latest, read, { isAsked, base: session.state.session.base }),
      uploaded: withOutcomes,
      hasUpload: () => latest.current.extras.file !== null,
      collect: () => latest.current.collect(),
      show: (values) => latest.current.show(values),
      keep,
      onChange: (next) => setState(next),
    });
  });
  const [state, setState] = useState<SessionState<V>>(session.state);

  useKeptWhileOpen(session, place, latest);
  const { file, choices } = options.extras;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts besides the values are stored with the session
  useEffect(() => {
    if (!isFirst.current || options.resumes) session.change();
    isFirst.current = false;
  }, [session, file, choices]);
  const isUnsaved = session.isUnsaved || hasAny(options.extras);
  const isSafe = useCallback(() => {
    if (!session.isUnsaved && !latest.current.extras.file) return true;
    session.keepNow();
    const { local } = safe.current;
    return local !== null && differing(local, session.current()).length === 0;
  }, [session]);
  useUnsaved(isUnsaved, isSafe);
  return { session, state, isUnsaved, storedAt, isRefused, forget: () => forgetPlace(place, options.resumes) };
}

/** Deletes the stored session of the open document after a discard. */
function forgetPlace(
  place: { current: ReturnType<typeof openStoredSession> | null },
  resumes: { key: string } | null,
): void {
  const key = place.current?.key;
  place.current = null;
  if (key) void forgetSession(key);
  if (resumes) void forgetSession(resumes.key);
}

/** Opens the session with the component, stores it whenever the page may close, and closes it with the component. */
function useKeptWhileOpen<V extends object>(
  session: DocumentSession<V>,
  place: { current: ReturnType<typeof openStoredSession> | null },
  latest: { current: Pick<Options<V>, "onLeft" | "resumes"> },
): void {
  // In the layout phase, because the editor's last text is only available while it is mounted.
  useLayoutEffect(() => {
    const opened = openStoredSession(latest.current.resumes?.key);
    place.current = opened;
    session.open();
    const onLeave = () => session.keepNow();
    document.addEventListener("visibilitychange", onLeave);
    for (const event of ["beforeunload", "pagehide"]) window.addEventListener(event, onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onLeave);
      for (const event of ["beforeunload", "pagehide"]) window.removeEventListener(event, onLeave);
      const isDiscarded = place.current === null;
      void (isDiscarded ? session.stop() : session.close()).finally(() => {
        opened.close();
        latest.current.onLeft();
      });
    };
  }, [session, place, latest]);
}

/** The pictures in the texts of a stored session, without the chosen one. */
function picturesIn(kept: StoredSession<never> | StoredSession | null, field: string): Record<string, File> {
  const { [field]: _chosen, ...pictures } = kept?.files ?? {};
  return pictures;
}

/** Uploads the pictures of the texts, and the chosen one. */
async function uploadAll<V extends object>(
  latest: { current: Options<V> },
  read: () => V,
  { isAsked, base }: { isAsked: boolean; base: Stored<V> | null },
) {
  const { ports } = latest.current;
  const { uploadPicture: upload } = ports;
  if (!upload) return;
  await uploadTexts(read, upload);
  const { file } = latest.current.extras;
  if (!file || !ports.storesItself(base)) return;
  try {
    latest.current.onUploaded(file, { url: await upload(file) });
  } catch (error) {
    // The text is stored without a rejected picture, unless the editor asks for both.
    if (isAsked || isPassing(error)) throw error;
    latest.current.onUploaded(file, { error });
  }
}

/** Uploads the pictures in the texts of these values. */
export async function uploadTexts(read: () => object, upload: (file: File) => Promise<string>): Promise<void> {
  for (let files = waitingFiles(read()); files; files = waitingFiles(read()))
    await uploadWaiting(Object.keys(files), upload);
}
