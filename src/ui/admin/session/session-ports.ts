import type { Attempt, Rules, Session, Stored } from "./session.ts";

/** The state of saving. */
export type Connection = "idle" | "saving" | "offline" | "signed-out";

export type SessionState<V> = {
  session: Session<V>;
  connection: Connection;
  savedAt: number | null;
  /** A requested save waits for the server. */
  isWaiting: boolean;
};

/** The dependencies of a session. All requests throw `ApiError` or `NetworkError`. */
export type SessionPorts<V extends object> = {
  rules: Rules<V>;
  /** Whether changes of a stored version, or of a new document, are autosaved. */
  storesItself: (base: Stored<V> | null) => boolean;
  /** The newest stored version of the document. */
  read: (base: Stored<V>) => Promise<Stored<V>>;
  /**
   * Stores an attempt, or creates the document if it has no base; 409 if others have changed the same words. Never makes
   * anything public. `isAsked`: the editor asked to store it.
   */
  save: (attempt: Attempt<V>, isAsked?: boolean) => Promise<Stored<V>>;
  /** Whether unsaved values are autosaved before a submission, whose request cannot carry them as they are. */
  storesFirst?: (values: V, base: Stored<V> | null) => boolean;
  /** The key of the next attempt; random by default. */
  newKey?: () => string;
  /** The part of the values that `save` sends; all by default. */
  prepare?: (values: V, base: Stored<V> | null) => Promise<V>;
  /** Uploads parts of the values of `read` that are only in this browser, such as pictures. `isAsked`: by the editor. */
  upload: (read: () => V, isAsked: boolean) => Promise<void>;
  /** Whether something outside the values waits for `upload`, such as a chosen picture. */
  hasUpload?: () => boolean;
  /** The values with the addresses of uploads. */
  uploaded: (values: V) => V;
  /** The current values of an editor. */
  collect: () => Partial<V>;
  /** Shows values from outside this window. */
  show: (values: V) => void;
  /** Stores the session in the browser, or deletes it if everything is saved. */
  keep: (session: Session<V>, isUnsaved: boolean) => void;
  onChange: (state: SessionState<V>) => void;
};

/** A save requested by the editor, which may do more than store the values, such as publish them. */
export type Submission<V extends object> = {
  /** What is sent in place of an autosave. */
  send?: (attempt: Attempt<V>) => Promise<Stored<V>>;
  /** `isLate`: it had to wait for the server. */
  onStored: (stored: Stored<V>, facts: { isNew: boolean; isLate: boolean; isComplete: boolean }) => void;
  /** `isWaiting`: the save will be repeated. */
  onFailed: (error: unknown, facts: { isNew: boolean; isWaiting: boolean }) => void;
  /** Others have changed the same words, so the editor must choose first. */
  onConflict: () => void;
};
