import { ApiError } from "#shared/api-client.ts";
import { isPassing } from "#ui/admin/edit-form/passing.ts";
import { createRetry } from "#ui/admin/edit-form/retry.ts";
import {
  type Attempt,
  differing,
  isDue,
  nextSession,
  type Rules,
  type Session,
  type SessionEvent,
  type Stored,
  unsaved,
} from "../session.ts";

/** How long after the last change the work is saved, the longest that it waits for a pause, and how soon it is kept. Milliseconds. */
const PAUSE_MS = 1_200;
const MAX_WAIT_MS = 8_000;
const KEEP_MS = 800;

/** Random enough to be unique; `crypto.randomUUID` is missing on sites without https. */
export const newKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Where the session stands with the server. */
export type Connection = "idle" | "saving" | "offline" | "signed-out";

export type SessionState<V> = { session: Session<V>; connection: Connection; savedAt: number | null };

/** What a session needs of its surroundings. All calls throw `ApiError` or `NetworkError`. */
export type SessionPorts<V extends object> = {
  rules: Rules<V>;
  /** The newest stored version. */
  read: () => Promise<Stored<V>>;
  /** Stores an attempt, or creates the document if it has no base; 409 where others have changed the same words. */
  save: (attempt: Attempt<V>) => Promise<Stored<V>>;
  /** Uploads what the values, as `read` returns them, have in this browser only, such as pictures. */
  upload: (read: () => V) => Promise<void>;
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

/** Saves one document while it is written: one attempt at a time, repeated until its outcome is known. */
export class DocumentSession<V extends object> {
  #session: Session<V>;
  readonly #ports: SessionPorts<V>;
  #connection: Connection = "idle";
  #savedAt: number | null = null;
  #saveTimer: number | undefined;
  #keepTimer: number | undefined;
  /** When the oldest change that waits was made. */
  #waitingSince: number | null = null;
  #running: Promise<void> | null = null;
  /** An action such as publishing is under way: nothing is saved meanwhile. */
  #isActing = false;
  #isClosed = false;
  readonly #retry = createRetry(
    () => void this.#save(),
    () => undefined,
  );

  constructor(start: Session<V>, ports: SessionPorts<V>) {
    this.#session = start;
    this.#ports = ports;
    window.addEventListener("online", this.#retry.now);
  }

  get state(): SessionState<V> {
    return { session: this.#session, connection: this.#connection, savedAt: this.#savedAt };
  }

  /** Whether something is not stored yet. */
  get isUnsaved(): boolean {
    const { base, local, attempt, conflict } = this.#session;
    if (attempt || conflict) return true;
    return base ? unsaved(this.#session).length > 0 : this.#ports.rules.mayCreate(local);
  }

  /** The editor changed some values, or what `collect` returns. */
  change(values: Partial<V> = {}): void {
    this.#apply({ kind: "typed", values });
    this.#touch();
  }

  /** Saves until nothing is due. Returns whether everything is stored. */
  async flush(): Promise<boolean> {
    do await this.#save();
    while (this.#connection === "idle" && !this.#isActing && isDue(this.#session, this.#ports.rules));
    return !this.isUnsaved;
  }

  /** Another user has saved: takes over what is not in conflict with what is typed here. */
  async refresh(): Promise<void> {
    const isBusy = () => this.#session.attempt !== null || this.#running !== null || this.#isActing;
    if (isBusy() || !this.#session.base) return;
    const stored = await this.#ports.read();
    // The response to what was sent in the meantime brings it as well.
    if (isBusy()) return;
    this.#adopt({ kind: "seen", stored });
    this.#touch();
  }

  /** Continues with what the editor chose of both sides of a conflict. Returns whether that is stored. */
  async choose(values: V): Promise<boolean> {
    this.#apply({ kind: "chosen", values });
    this.#ports.show(this.#session.local);
    return this.flush();
  }

  /**
   * Runs an action on the stored document once everything typed is stored, such as publishing. Returns what it returned;
   * undefined where something could not be stored.
   */
  async act<Result extends { stored: Stored<V> }>(
    action: (base: Stored<V>) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!(await this.flush()) || !this.#session.base) return undefined;
    this.#isActing = true;
    try {
      const result = await action(this.#session.base);
      this.#adopt({ kind: "adopted", stored: result.stored });
      this.#savedAt = Date.now();
      return result;
    } finally {
      this.#isActing = false;
      this.#touch();
    }
  }

  /** The document is left: what is not stored yet is kept, and sent once more. */
  async close(): Promise<void> {
    this.#collect();
    this.#isClosed = true;
    this.#keep();
    this.#retry.clear();
    window.removeEventListener("online", this.#retry.now);
    await this.flush();
  }

  #apply(event: SessionEvent<V>): void {
    this.#session = nextSession(this.#session, event, this.#ports.rules);
  }

  /** Takes over what the editor holds. */
  #collect(): void {
    const values = this.#ports.collect();
    const { local } = this.#session;
    if (differing({ ...local, ...values }, local).length > 0) this.#apply({ kind: "typed", values });
  }

  /** Applies what did not come from the editor, and shows what it changes of the typed values. */
  #adopt(event: SessionEvent<V>): void {
    this.#collect();
    const before = this.#session.local;
    this.#apply(event);
    if (differing(this.#session.local, before).length > 0) this.#ports.show(this.#session.local);
    this.#keep();
  }

  #report(): void {
    this.#ports.onChange(this.state);
  }

  #keep(): void {
    window.clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    this.#ports.keep(this.#session, this.isUnsaved);
  }

  #touch(): void {
    this.#report();
    this.#keepTimer ??= window.setTimeout(() => {
      this.#collect();
      this.#keep();
    }, KEEP_MS);
    this.#waitingSince ??= Date.now();
    window.clearTimeout(this.#saveTimer);
    const delay = Math.min(PAUSE_MS, Math.max(0, this.#waitingSince + MAX_WAIT_MS - Date.now()));
    if (!this.#isClosed) this.#saveTimer = window.setTimeout(() => void this.#save(), delay);
  }

  /** Saves what is due, once; calls in the meantime wait for the same. */
  #save(): Promise<void> {
    window.clearTimeout(this.#saveTimer);
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = null;
      this.#report();
    });
    return this.#running;
  }

  async #saveOnce(): Promise<void> {
    this.#collect();
    this.#waitingSince = null;
    if (this.#isActing || !isDue(this.#session, this.#ports.rules)) return;
    try {
      if (!this.#session.attempt) await this.#upload();
      this.#apply({ kind: "sent", key: newKey() });
      this.#keep();
      this.#connection = "saving";
      this.#report();
      await this.#send();
      this.#connection = "idle";
      this.#retry.stop();
      this.#collect();
      if (isDue(this.#session, this.#ports.rules)) this.#touch();
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.#connection = error instanceof ApiError && error.status === 401 ? "signed-out" : "offline";
      if (!this.#isClosed) this.#retry.schedule();
    }
  }

  /** Uploads what is only in this browser. */
  async #upload(): Promise<void> {
    const { upload, uploaded } = this.#ports;
    await upload(() => {
      this.#collect();
      return this.#session.local;
    });
    this.#collect();
    const values = uploaded(this.#session.local);
    if (differing(values, this.#session.local).length === 0) return;
    this.#apply({ kind: "typed", values });
    this.#ports.show(values);
  }

  /** Sends the attempt. Throws what says nothing about its outcome. */
  async #send(): Promise<void> {
    const { attempt } = this.#session;
    if (!attempt) return;
    try {
      const stored = await this.#ports.save(attempt);
      this.#savedAt = Date.now();
      this.#adopt({ kind: "stored", stored });
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
      const isConflict = error.status === 409 && Object.keys(error.errors).length === 0;
      if (isConflict) this.#adopt({ kind: "refused", theirs: await this.#ports.read() });
      else if (error.status === 404 && attempt.base) this.#adopt({ kind: "deleted" });
      else this.#adopt({ kind: "rejected", detail: error.detail ?? "The server rejected it." });
    }
  }
}
