import { ApiError } from "#shared/api-client.ts";
import { createRetry, isAway, isFault, isPassing } from "#ui/admin/session/retry.ts";
import { MAX_FAULTS, rejectedBy } from "./failures.ts";
import { createPause } from "./pauses.ts";
import type { Session, SessionEvent, Stored } from "./session.ts";
import { differing, isDue, mustChoose, nextSession, unsaved } from "./session.ts";
import type { Connection, SessionPorts, SessionState, Submission } from "./session-ports.ts";

/** Debounce of storing in the browser, in milliseconds. */
const KEEP_MS = 800;

/** Unique; `crypto.randomUUID` is missing on sites without https. */
export const newKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

type Asked<V extends object> = Submission<V> & { isLate: boolean };

/** Saves one document while it is written: one attempt at a time, repeated until its outcome is known. */
export class DocumentSession<V extends object> {
  #session: Session<V>;
  readonly #ports: SessionPorts<V>;
  #connection: Connection = "idle";
  #savedAt: number | null = null;
  #keepTimer: number | undefined;
  readonly #pause = createPause(() => void this.#save());
  #running: Promise<void> | null = null;
  #asked: Asked<V> | null = null;
  /** Whether the attempt belongs to a submission, which repeats it. */
  #isSubmitted = false;
  /** Whether the editor asked to store values that are not autosaved. */
  #isStoring = false;
  /** The tag of a version saved by another user. */
  #noticed: string | null = null;
  /** Whether an action such as scheduling is running, during which nothing is saved. */
  #isActing = false;
  #isClosed = false;
  #faults = 0;
  readonly #retry = createRetry(() => void this.#settle());

  constructor(start: Session<V>, ports: SessionPorts<V>) {
    this.#session = start;
    this.#ports = ports;
  }

  /** Starts the session: saves changes, and sends stored unsaved work. */
  open(): void {
    this.#isClosed = false;
    window.addEventListener("online", this.#retry.now);
    if (this.isUnsaved) this.#touch();
  }

  get state(): SessionState<V> {
    const { isLate = false } = this.#asked ?? {};
    return { session: this.#session, connection: this.#connection, savedAt: this.#savedAt, isWaiting: isLate };
  }

  /** Whether there are unsaved changes. */
  get isUnsaved(): boolean {
    const { base, local, attempt, isDeleted } = this.#session;
    if (attempt || isDeleted || mustChoose(this.#session)) return true;
    return base ? unsaved(this.#session).length > 0 : !this.#ports.rules.isEmpty(local);
  }

  current(): V {
    return { ...this.#session.local, ...this.#ports.collect() };
  }

  /** Called when some values, or the result of `collect`, have changed. */
  change(values: Partial<V> = {}): void {
    this.#apply({ kind: "typed", values });
    this.#touch();
  }

  /**
   * Saves until nothing is due. Returns whether everything is stored. `isAsked`: the editor asked for it, so values that are
   * not autosaved are stored too.
   */
  async flush({ isAsked = false } = {}): Promise<boolean> {
    if (isAsked && (await this.#isDeletedMeanwhile())) return false;
    this.#isStoring ||= isAsked;
    // Rejected values are sent again, because the editor may have changed what they depend on.
    this.#apply({ kind: "allowed" });
    do await this.#save();
    while (this.#connection === "idle" && !this.#isActing && this.#isDue());
    this.#settleStoring();
    return !this.isUnsaved;
  }

  /** Waits for a save in flight. Whether it found the document deleted: storing it again needs another request of the editor. */
  async #isDeletedMeanwhile(): Promise<boolean> {
    const wasDeleted = this.#session.isDeleted;
    await this.#running;
    return this.#session.isDeleted && !wasDeleted;
  }

  /** Stops autosaving; an attempt without an outcome is still repeated. */
  #settleStoring(): void {
    this.#isStoring &&= this.#session.attempt !== null;
  }

  /** Called when the server has a new version, perhaps by this window's save. */
  notice(etag: string): void {
    this.#noticed = etag;
    this.#readNoticed();
  }

  /** Reads others' saves when no request is in flight that returns them as well. */
  #readNoticed(): void {
    const { base } = this.#session;
    const etag = this.#noticed;
    if (!base || etag === null || this.#running || this.#isActing || this.#isClosed) return;
    this.#noticed = null;
    if (!this.#ports.rules.isNewer(etag, base.etag)) return;
    void this.refresh().catch((error: unknown) => {
      this.#noticed ??= etag;
      if (isPassing(error) && !this.#isClosed) this.#retry.schedule();
    });
  }

  /** Takes over another user's save, except parts in conflict with unsaved changes. */
  async refresh(): Promise<void> {
    const { base } = this.#session;
    const isBusy = () => this.#session.attempt !== null || this.#running !== null || this.#isActing;
    if (isBusy() || !base) return;
    const stored = await this.#ports.read(base);
    // A save in the meantime is newer.
    if (isBusy() || this.#session.base !== base) return;
    this.#adopt({ kind: "seen", stored });
    if (this.isUnsaved) this.#touch();
    else this.#report();
  }

  /** Continues with the editor's choice between the typed and the stored version `over`. */
  choose(values: V, over: Stored<V>): void {
    this.decide({ kind: "chosen", values, over });
  }

  decide(event: Extract<SessionEvent<V>, { kind: "chosen" | "settled" }>): void {
    this.#apply(event);
    this.#ports.show(this.#session.local);
    this.#touch();
  }

  /** Submits the document. Resolves when that has succeeded, failed, or waits for the server. */
  async submit(submission: Submission<V>): Promise<void> {
    if (await this.#isDeletedMeanwhile())
      return submission.onFailed(new ApiError(404, {}), { isNew: false, isWaiting: false });
    this.#asked = { ...submission, isLate: false };
    this.#apply({ kind: "allowed" });
    await this.#settle();
  }

  /**
   * Runs an action such as scheduling on the stored document after storing unsaved changes. Returns its result;
   * undefined if something could not be stored. `takesBack`: the action withdraws something, and values that are not
   * autosaved stay unsaved.
   */
  async act<Result extends { stored: Stored<V> }>(
    action: (base: Stored<V>) => Promise<Result>,
    { takesBack = false } = {},
  ): Promise<Result | undefined> {
    const isStored = await this.flush({ isAsked: !takesBack });
    const { base, attempt, conflict } = this.#session;
    if (!base || !(isStored || (takesBack && !attempt && !conflict))) return undefined;
    this.#isActing = true;
    try {
      const result = await action(base);
      this.#adopt({ kind: "adopted", stored: result.stored });
      this.#savedAt = Date.now();
      return result;
    } finally {
      this.#isActing = false;
      this.#readNoticed();
      this.#touch();
    }
  }

  /** Stops sending. Resolves when no request is in flight. */
  async stop(): Promise<void> {
    this.#isActing = true;
    this.#giveUp();
    await this.#running;
  }

  resume(): void {
    this.#isActing = false;
    this.open();
  }

  /** Updates the session stored in the browser. */
  keepNow(): void {
    this.#collect();
    this.#keep();
  }

  /** Ends the session: unsaved changes are stored in the browser and sent once more; a submission is cancelled. */
  async close(): Promise<void> {
    this.keepNow();
    this.#giveUp();
    if (!this.#isActing) await this.flush().catch(() => undefined);
  }

  #giveUp(): void {
    this.#isClosed = true;
    this.#asked = null;
    this.#isStoring = false;
    this.#pause.clear();
    window.clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    this.#retry.clear();
    window.removeEventListener("online", this.#retry.now);
  }

  #isDue(): boolean {
    // A deleted document is stored again if the editor asks for it.
    const session = this.#isStoring ? { ...this.#session, isDeleted: false } : this.#session;
    return this.#maySave && isDue(session, this.#ports.rules);
  }

  #needsUpload(): boolean {
    const { conflict, isDeleted } = this.#session;
    return this.#maySave && !conflict && !isDeleted && this.#ports.hasUpload?.() === true;
  }

  get #maySave(): boolean {
    return this.#isStoring || this.#ports.storesItself(this.#session.base);
  }

  #apply(event: SessionEvent<V>): void {
    this.#session = nextSession(this.#session, event, this.#ports.rules);
  }

  #collect(): void {
    if (this.#isClosed) return;
    const values = this.#ports.collect();
    const { local } = this.#session;
    if (differing({ ...local, ...values }, local).length > 0) this.#apply({ kind: "typed", values });
  }

  /** Applies an event from outside and shows its changes of the typed values. */
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
    if (this.#isClosed) return;
    this.#keepTimer ??= window.setTimeout(() => {
      this.#collect();
      this.#keep();
      this.#report();
    }, KEEP_MS);
    this.#pause.touch(this.#ports.storesItself(this.#session.base));
  }

  async #settle(): Promise<void> {
    do await this.#save();
    while (this.#asked && this.#connection === "idle" && !this.#isClosed);
    this.#settleStoring();
  }

  #save(): Promise<void> {
    this.#pause.clear();
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = null;
      this.#report();
      this.#readNoticed();
    });
    return this.#running;
  }

  async #saveOnce(): Promise<void> {
    this.#collect();
    this.#pause.restart();
    if (this.#asked && mustChoose(this.#session)) return this.#endSubmission(({ onConflict }) => onConflict());
    const { attempt, base, local } = this.#session;
    // Values that a submission cannot send are stored before it.
    const isFirst = !attempt && this.#isDue() && this.#ports.storesFirst?.(local, base) === true;
    const asked = isFirst ? null : this.#asked;
    if (this.#isActing || !(asked || this.#isDue() || this.#needsUpload())) return;
    try {
      if (!this.#session.attempt) await this.#upload(asked !== null);
      if (!asked && !this.#isDue()) {
        this.#connection = "idle";
        return;
      }
      if (!this.#session.attempt) await this.#prepare(asked);
      this.#connection = "saving";
      this.#report();
      await this.#send();
      this.#connection = "idle";
      this.#faults = 0;
      this.#retry.stop();
      this.#collect();
      if (this.#isDue()) this.#touch();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #prepare(asked: Asked<V> | null): Promise<void> {
    const { local, base } = this.#session;
    const values = asked ? local : await this.#ports.prepare?.(local, base);
    this.#apply({ kind: "sent", key: this.#ports.newKey?.() ?? newKey(), ...(values && { values, typed: local }) });
    this.#isSubmitted = asked !== null;
    this.#keep();
  }

  /** Uploads pictures that are only in this browser. */
  async #upload(isAsked: boolean): Promise<void> {
    const { upload, uploaded } = this.#ports;
    await upload(() => {
      this.#collect();
      return this.#session.local;
    }, isAsked);
    this.#collect();
    const values = uploaded(this.#session.local);
    if (differing(values, this.#session.local).length === 0) return;
    this.#apply({ kind: "typed", values });
    this.#ports.show(values);
  }

  /** Sends the attempt. Throws errors without a known outcome. */
  async #send(): Promise<void> {
    const { attempt } = this.#session;
    if (!attempt) return;
    const submission = this.#isSubmitted ? this.#asked : null;
    const isNew = attempt.base === null;
    try {
      const isAsked = this.#isStoring || this.#asked !== null;
      const stored = await (submission?.send?.(attempt) ?? this.#ports.save(attempt, isAsked));
      this.#savedAt = Date.now();
      this.#adopt({ kind: "stored", stored });
      if (!submission) return;
      const isComplete = unsaved(this.#session).length === 0;
      // Changes typed while it waited are part of the request.
      if (submission.isLate && !isComplete && !mustChoose(this.#session)) return;
      this.#endSubmission(({ onStored, isLate }) => onStored(stored, { isNew, isLate, isComplete }));
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error) || (isFault(error) && !submission)) throw error;
      // The submission may conflict with something else, such as a used address.
      const isOther = submission ? Object.keys(error.errors).length > 0 : error.code === "slug_taken";
      const isConflict = error.status === 409 && !isOther;
      if (isConflict && attempt.base) this.#adopt({ kind: "refused", theirs: await this.#ports.read(attempt.base) });
      else if (error.status === 404 && attempt.base) {
        this.#isStoring = false;
        this.#adopt({ kind: "deleted" });
      } else this.#adopt(submission ? { kind: "dropped" } : rejectedBy(error));
      if (submission ? !isConflict : this.#session.isDeleted)
        this.#endSubmission(({ onFailed }) => onFailed(error, { isNew, isWaiting: false }));
    }
  }

  /** The request has no outcome or a temporary one, so it is repeated. */
  #fail(error: unknown): void {
    const isNew = this.#session.base === null;
    const isUnclear = isFault(error) && this.#session.attempt !== null && !this.#asked;
    if (!isPassing(error) && !isUnclear) {
      this.#connection = "idle";
      if (this.#asked) this.#endSubmission(({ onFailed }) => onFailed(error, { isNew, isWaiting: false }));
      else if (error instanceof ApiError) {
        // The upload was rejected, so nothing is sent until the values change.
        this.#apply({ kind: "sent", key: newKey() });
        this.#adopt(rejectedBy(error));
      } else throw error;
      return;
    }
    this.#connection = error instanceof ApiError && error.status === 401 ? "signed-out" : "offline";
    this.#faults = isUnclear ? this.#faults + 1 : 0;
    // The server has received the request and changed nothing, or it fails at exactly these words.
    if (isUnclear ? this.#faults > MAX_FAULTS : !isAway(error)) this.#adopt({ kind: "dropped" });
    const asked = this.#asked;
    if (asked && isAway(error)) {
      const isFirst = !asked.isLate;
      this.#asked = { ...asked, isLate: true };
      if (isFirst) asked.onFailed(error, { isNew, isWaiting: true });
    } else if (asked) this.#endSubmission(({ onFailed }) => onFailed(error, { isNew, isWaiting: false }));
    if (!this.#isClosed) this.#retry.schedule();
  }

  #endSubmission(report: (submission: Asked<V>) => void): void {
    const asked = this.#asked;
    this.#asked = null;
    this.#isSubmitted = false;
    if (asked) report(asked);
  }
}
