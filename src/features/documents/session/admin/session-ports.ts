import type { Attempt, Rules, Session, Stored } from "../session.ts";

/** Where the session stands with the server. */
export type Connection = "idle" | "saving" | "offline" | "signed-out";

export type SessionState<V> = {
  session: Session<V>;
  connection: Connection;
  savedAt: number | null;
  /** Saving was asked for, and waits for the server. */
  isWaiting: boolean;
};

/** What a session needs of its surroundings. All calls throw `ApiError` or `NetworkError`. */
export type SessionPorts<V extends object> = {
  rules: Rules<V>;
  /** Whether changes of a stored version, or of a new document, are stored without being asked for. */
  storesItself: (base: Stored<V> | null) => boolean;
  /** The newest stored version of the document. */
  read: (base: Stored<V>) => Promise<Stored<V>>;
  /**
   * Stores an attempt, or creates the document if it has no base; 409 where others have changed the same words. It makes
   * nothing public. `isAsked`: the editor asked to store it.
   */
  save: (attempt: Attempt<V>, isAsked?: boolean) => Promise<Stored<V>>;
  /** The key of the next attempt; a random one, without this. */
  newKey?: () => string;
  /** What of the values `save` sends; all of them without this. */
  prepare?: (values: V, base: Stored<V> | null) => Promise<V>;
  /** Uploads what the values, as `read` returns them, have in this browser only, such as pictures. `isAsked`: by the editor. */
  upload: (read: () => V, isAsked: boolean) => Promise<void>;
  /** Whether something waits for `upload` that the values do not name, such as a chosen picture. */
  hasUpload?: () => boolean;
  /** The values with the addresses of what has been uploaded. */
  uploaded: (values: V) => V;
  /** The part of the values that an editor holds, as of now. */
  collect: () => Partial<V>;
  /** Shows values that did not come from this window. */
  show: (values: V) => void;
  /** Keeps the session in the browser, or forgets it if everything is stored. */
  keep: (session: Session<V>, isUnsaved: boolean) => void;
  onChange: (state: SessionState<V>) => void;
};

/** A save that the editor asked for: it may do more than store the values, such as publish them. */
export type Submission<V extends object> = {
  send: (attempt: Attempt<V>) => Promise<Stored<V>>;
  /** `isLate`: it had to wait for the server. */
  onStored: (stored: Stored<V>, facts: { isNew: boolean; isLate: boolean; isComplete: boolean }) => void;
  /** `isWaiting`: it will be repeated. */
  onFailed: (error: unknown, facts: { isNew: boolean; isWaiting: boolean }) => void;
  /** Others have changed the same words: the editor has to choose first. */
  onConflict: () => void;
};
