import { movableBlocks } from "#features/content/rules.ts";
import { withLine, withWords } from "#features/documents/room/admin/alternatives.ts";
import { emptyOf } from "#features/documents/room/admin/room-session.ts";
import { ApiError } from "#shared/api-client.ts";
import { newKey } from "#ui/admin/session/document-session.ts";
import type { Alternative, Conflict, Stored } from "#ui/admin/session/session.ts";
import { startSession } from "#ui/admin/session/session.ts";
import { EDITED, type EditedType, EditingWindow, injectedApi, readStored, type Values } from "./editing-window.ts";
import { EDITOR, logIn } from "./editor.ts";
import { randomOf } from "./seed.ts";
import type { startStaff } from "./staff.ts";

type Staff = Awaited<ReturnType<typeof startStaff>>;
type Account = "chief" | "editor" | "another";

const WORD = /\bw\d+\b/g;
const TEXTS = ["title", "subject", "content", "body"];
const wordsIn = (values: Values): string[] => TEXTS.flatMap((name) => String(values[name] ?? "").match(WORD) ?? []);

/** What went wrong in a history, with its steps. */
export class HistoryAlarm extends Error {}

/**
 * A random history of three windows of two or three accounts on one document over a real server: typing, deleting blocks,
 * lost requests and responses, faults, crashes, others' deletion and restoration of the document, discards, restored
 * versions, publication and changes of roles. Throws `HistoryAlarm` if a word is missing, doubled or public too early.
 */
export async function runHistory(staff: Staff, seed: number, kind: EditedType, steps: number): Promise<number> {
  const history = new History(staff, seed, kind);
  await history.start();
  for (let step = 0; step < steps; step++) await history.step();
  await history.finish();
  return history.words;
}

class History {
  readonly #staff: Staff;
  readonly #random: ReturnType<typeof randomOf>;
  readonly #kind: EditedType;
  readonly #seed: number;
  readonly #log: string[] = [];
  readonly #tokens = new Map<Account, string>();
  #windows: EditingWindow[] = [];
  #id = 0;
  words = 0;
  /** The words of the document as it is stored now; null while it is in the trash. */
  #stored = new Set<string>();
  /** Words that somebody deleted, discarded, or dropped with a choice. */
  readonly #gone = new Set<string>();
  /** Words that were in the document when somebody published it. */
  readonly #approved = new Set<string>();
  #isTrashed = false;
  #isDemoted = false;

  constructor(staff: Staff, seed: number, kind: EditedType) {
    this.#staff = staff;
    this.#seed = seed;
    this.#kind = kind;
    this.#random = randomOf(seed);
  }

  get #edited() {
    return EDITED[this.#kind];
  }

  #alarm(what: string): never {
    throw new HistoryAlarm(`${this.#kind}, seed ${this.#seed}: ${what}\n${this.#log.join("\n")}`);
  }

  /** A new word that has nothing in common with the others: paragraphs that are alike would be compared, not merged. */
  #word(): string {
    this.words += 1;
    return `w${String(Math.imul(this.words, 2_654_435_761) >>> 0).padStart(10, "0")}`;
  }

  #headers(account: Account) {
    return async () => {
      const known = this.#tokens.get(account);
      if (known) return { authorization: known };
      const email = `${account}@news.example`;
      const { access } = (await logIn(this.#staff.app, { email, password: EDITOR.password })).json<{
        access: string;
      }>();
      this.#tokens.set(account, `Bearer ${access}`);
      return { authorization: `Bearer ${access}` };
    };
  }

  #api(account: Account) {
    return injectedApi(this.#staff.app, account, this.#headers(account));
  }

  /** A command of the chief; its status. */
  async #command(method: "POST" | "PUT" | "PATCH" | "DELETE", rest: string, body?: object): Promise<number> {
    const url = rest.startsWith("/") ? rest : `${this.#edited.path}${this.#id}/${rest}`;
    const headers = await this.#headers("chief")();
    const response = await this.#staff.app.inject({ method, url, headers, ...(body && { payload: body }) });
    this.#log.push(`  ${method} ${rest} ${response.statusCode}`);
    if (response.statusCode >= 500) this.#alarm(`${method} ${rest} failed: ${response.body}`);
    return response.statusCode;
  }

  async start(): Promise<void> {
    const { type, title, content } = this.#edited;
    const { api } = this.#api("editor");
    const text = Array.from({ length: 4 }, () => `<p>${this.#word()} ${this.#word()}</p>`).join("");
    const first = { ...emptyOf<Values, object>(type), [title]: this.#word(), [content]: text };
    const category = this.#kind === "article" ? { category: "Tech" } : {};
    const made = await type.create(api, { ...first, ...category }, newKey());
    this.#id = made.row.id;
    for (const account of ["editor", "another", this.#random.pick(["editor", "chief"] as const)] as const) {
      const given = this.#api(account);
      const stored = await readStored(type, given.api, this.#id);
      this.#windows.push(new EditingWindow(account, type, given, startSession(stored, emptyOf<Values, object>(type))));
    }
    await this.#look("start");
  }

  /** Compares what is stored now with what was stored before a step. `removes`: the step may remove stored words. */
  async #look(step: string, removes = false): Promise<void> {
    if (this.#isTrashed) return;
    const { type } = this.#edited;
    const { values } = await readStored(type, this.#api("chief").api, this.#id);
    const words = wordsIn(values);
    const now = new Set(words);
    const twice = words.filter(
      (word, at) => words.indexOf(word) !== at && words.indexOf(word) === words.lastIndexOf(word, at - 1),
    );
    if (twice.length > 0) this.#alarm(`${step}: stored twice: ${twice.join(" ")} in ${JSON.stringify(values)}`);
    const missing = [...this.#stored].filter((word) => !now.has(word) && !this.#gone.has(word));
    if (removes) for (const word of missing) this.#gone.add(word);
    else if (missing.length > 0)
      this.#alarm(`${step}: no longer stored: ${missing.join(" ")} in ${JSON.stringify(values)}`);
    this.#stored = now;
    await this.#lookAtReaders(step);
  }

  /** Readers get only what somebody has published. */
  async #lookAtReaders(step: string): Promise<void> {
    if (this.#kind === "issue") return;
    const response = await this.#staff.app.inject(`${this.#edited.path}${this.#id}/`);
    if (response.statusCode !== 200) return;
    // A page's address is that of its first title until somebody changes it.
    const { slug: _slug, path: _path, ...shown } = response.json();
    const early = (JSON.stringify(shown).match(WORD) ?? []).filter((word) => !this.#approved.has(word));
    if (early.length > 0) this.#alarm(`${step}: public too early: ${early.join(" ")}`);
  }

  /** No word that was typed in a window and not stored yet may leave it by itself. */
  #lookAtWindow(window: EditingWindow, before: readonly string[], step: string): void {
    const apart = window.state.alternatives?.flatMap(({ mine }) => mine.match(WORD) ?? []) ?? [];
    const local = new Set([...wordsIn(window.state.local), ...apart]);
    const lost = before.filter((word) => !local.has(word) && !this.#gone.has(word) && !this.#stored.has(word));
    if (lost.length > 0) this.#alarm(`${step}: ${window.name} lost ${lost.join(" ")}`);
  }

  async step(): Promise<void> {
    const window = this.#random.pick(this.#windows);
    const steps: [number, () => Promise<void>][] = [
      [34, () => this.#type(window)],
      [22, () => this.#save(window)],
      [6, () => this.#refresh(window)],
      [6, () => this.#reopen(window)],
      [6, () => this.#discard()],
      [6, () => this.#restoreVersion()],
      [6, () => this.#trash()],
      [7, () => this.#publish()],
      [3, () => this.#changeRole()],
      [4, () => this.#wait()],
    ];
    let at = this.#random.below(100);
    for (const [share, run] of steps) {
      at -= share;
      if (at < 0) return run();
    }
  }

  async #wait(): Promise<void> {
    const minutes = this.#random.below(20);
    this.#log.push(`${minutes} minutes pass`);
    this.#staff.clock.advance(minutes * 60_000);
    this.#tokens.clear();
  }

  async #type(window: EditingWindow): Promise<void> {
    const { title, content } = this.#edited;
    const local = window.state.local;
    const blocks = movableBlocks(String(local[content] ?? "")) ?? [];
    const word = this.#word();
    const at = this.#random.below(blocks.length + 1);
    const what = this.#random.below(10);
    let change: Values;
    if (what < 4 && at < blocks.length)
      change = { [content]: blocks.with(at, (blocks[at] ?? "").replace("</p>", ` ${word}</p>`)).join("") };
    else if (what < 7) change = { [content]: blocks.toSpliced(at, 0, `<p>${word}</p>`).join("") };
    else if (what < 9 && blocks.length > 1 && at < blocks.length) {
      for (const gone of (blocks[at] ?? "").match(WORD) ?? []) this.#gone.add(gone);
      change = { [content]: blocks.toSpliced(at, 1).join("") };
    } else {
      for (const gone of String(local[title]).match(WORD) ?? []) this.#gone.add(gone);
      change = { [title]: `Title ${word}` };
    }
    if (!wordsIn(change).includes(word)) this.words -= 1;
    this.#log.push(`${window.name} types ${JSON.stringify(change)}`);
    window.session.change(change);
  }

  async #save(window: EditingWindow): Promise<void> {
    const fault = this.#random.chance(0.25) ? this.#random.pick(["request", "response", "server"] as const) : undefined;
    if (fault) window.faults.push(fault);
    const isAsked = this.#random.chance(0.3);
    this.#log.push(`${window.name} saves ${isAsked ? "by hand" : ""} ${fault ?? ""}`);
    const before = wordsIn(window.state.local);
    await window.session.flush({ isAsked });
    window.faults.length = 0;
    await this.#settle(window, "save");
    await this.#look("save");
    this.#lookAtWindow(window, before, "save");
  }

  /** Answers what the window asks: a conflict, or a new document after a deletion. */
  async #settle(window: EditingWindow, step: string): Promise<void> {
    const { conflict } = window.state;
    if (conflict) await this.#choose(window, conflict);
    for (const one of window.state.alternatives ?? []) this.#chooseWords(window, one);
    if (window.id !== null && window.id !== this.#id) await this.#leaveNew(window, step);
  }

  async #choose(window: EditingWindow, { theirs }: Conflict<Values>): Promise<void> {
    const mine = window.state.local;
    const isMine = this.#random.chance(0.5);
    const chosen = isMine ? mine : { ...mine, ...theirs.values };
    const dropped = isMine ? theirs.values : mine;
    const left = new Set(wordsIn(chosen));
    for (const word of wordsIn(dropped)) if (!left.has(word)) this.#gone.add(word);
    this.#log.push(`${window.name} keeps ${isMine ? "mine" : "theirs"}`);
    window.session.choose(chosen, theirs);
  }

  /** Chooses between two versions of some words, as the card in the text does. */
  #chooseWords(window: EditingWindow, one: Alternative): void {
    const text = String(window.state.local[one.field]);
    const isMine = this.#random.chance(0.5);
    const isText = one.field === this.#edited.content;
    const mine = () => (isText ? withWords(text, one, "mine", (...sides) => sides) : withLine(one.field, text, one));
    const next = isMine ? mine() : text;
    const values = { ...window.state.local, [one.field]: next };
    const left = new Set(wordsIn(values));
    for (const word of `${one.mine} ${one.theirs}`.match(WORD) ?? []) if (!left.has(word)) this.#gone.add(word);
    this.#log.push(`${window.name} chooses ${isMine ? "mine" : "theirs"} of ${JSON.stringify(one)}`);
    const others = window.state.alternatives?.filter((other) => other !== one) ?? [];
    window.session.decide({ kind: "settled", values: isMine ? { [one.field]: next } : {}, alternatives: others });
  }

  /** The window stored its text as a new document after a deletion: it must contain everything that the window has. */
  async #leaveNew(window: EditingWindow, step: string): Promise<void> {
    const { type } = this.#edited;
    const id = window.id ?? 0;
    const { values } = await readStored(type, this.#api("chief").api, id);
    const now = new Set(wordsIn(values));
    const missing = wordsIn(window.state.local).filter((word) => !now.has(word));
    if (missing.length > 0 && !window.session.isUnsaved)
      this.#alarm(`${step}: the new document lacks ${missing.join(" ")}`);
    for (const word of wordsIn(window.state.local)) if (!this.#stored.has(word)) this.#gone.add(word);
    this.#log.push(`${window.name} has a new document ${id}`);
    if (this.#isTrashed) await this.#untrash();
    await window.openStored(this.#id).catch((error: unknown) => this.#ignore(error));
  }

  #ignore(error: unknown): void {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }

  async #refresh(window: EditingWindow): Promise<void> {
    const before = wordsIn(window.state.local);
    this.#log.push(`${window.name} refreshes`);
    await window.session.refresh().catch((error: unknown) => this.#ignore(error));
    await this.#settle(window, "refresh");
    this.#lookAtWindow(window, before, "refresh");
  }

  async #reopen(window: EditingWindow): Promise<void> {
    const before = wordsIn(window.state.local);
    this.#log.push(`${window.name} crashes`);
    await window.reopen();
    this.#lookAtWindow(window, before, "crash");
  }

  async #discard(): Promise<void> {
    this.#log.push("discard");
    await this.#command("DELETE", "draft/");
    await this.#look("discard", true);
  }

  async #restoreVersion(): Promise<void> {
    const n = 1 + this.#random.below(5);
    this.#log.push(`restore version ${n}`);
    await this.#command("POST", `revisions/${n}/restore/`);
    await this.#look("restore", true);
  }

  async #trash(): Promise<void> {
    if (this.#isTrashed) return this.#untrash();
    this.#log.push("delete");
    this.#isTrashed = (await this.#command("DELETE", "")) < 300;
  }

  async #untrash(): Promise<void> {
    this.#log.push("bring back");
    if ((await this.#command("POST", "restore/")) >= 300) this.#alarm("the document could not be restored");
    this.#isTrashed = false;
    await this.#look("bring back");
  }

  async #publish(): Promise<void> {
    const at = new Date(this.#staff.clock.now() + 30 * 60_000).toISOString();
    const isIssue = this.#kind === "issue";
    const choices: [string, object | undefined][] = isIssue
      ? [
          ["send/", { at: new Date(this.#staff.clock.now() + 1_000 * 3_600_000).toISOString() }],
          ["pause/", undefined],
          ["resume/", undefined],
        ]
      : [
          ["publish/", {}],
          ["publish/", { at }],
          ["unpublish/", undefined],
        ];
    const [rest, body] = this.#random.pick(choices);
    this.#log.push(rest);
    if (rest === "publish/") for (const word of this.#stored) this.#approved.add(word);
    await this.#command("POST", rest, body);
    await this.#look(rest);
  }

  async #changeRole(): Promise<void> {
    this.#isDemoted = !this.#isDemoted;
    const role = this.#isDemoted ? "contributor" : "editor";
    this.#log.push(`another becomes ${role}`);
    await this.#command("PATCH", `/api/accounts/users/${this.#staff.ids.another}/`, { role });
    this.#tokens.delete("another");
  }

  /** Whether all windows have stored everything, and know what the others have stored. */
  get #isSettled(): boolean {
    const [first, ...others] = this.#windows.map(({ state }) => state.base?.etag);
    return others.every((etag) => etag === first) && this.#windows.every(({ session }) => !session.isUnsaved);
  }

  /** Ends all faults, stores everything that is typed, and compares all windows with what is stored. */
  async finish(): Promise<void> {
    if (this.#isDemoted) await this.#changeRole();
    if (this.#isTrashed) await this.#untrash();
    this.#tokens.clear();
    for (let round = 0; round < 8 && (round === 0 || !this.#isSettled); round++)
      for (const window of this.#windows) {
        const before = wordsIn(window.state.local);
        this.#log.push(`${window.name} ends`);
        await window.session.flush({ isAsked: true });
        await this.#settle(window, "end");
        await this.#look("end");
        await this.#refresh(window);
        this.#lookAtWindow(window, before, "end");
      }
    const { type } = this.#edited;
    const stored: Stored<Values> = await readStored(type, this.#api("chief").api, this.#id);
    for (const window of this.#windows) {
      if (window.session.isUnsaved)
        this.#alarm(`${window.name} could not store everything: ${JSON.stringify(window.state)}`);
      const own = new Set(wordsIn(window.state.local));
      const differing = wordsIn(stored.values)
        .filter((word) => !own.has(word))
        .concat([...own].filter((word) => !this.#stored.has(word)));
      if (differing.length > 0) this.#alarm(`${window.name} ended with another text: ${differing.join(" ")}`);
      await window.session.stop();
    }
  }
}
