import { expect, test } from "vitest";
import type { SuggestionList } from "#features/documents/suggestions/schema.ts";
import type { DocumentKey } from "#shared/document.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { randomOf } from "#test/support/seed.ts";
import { type Person, startStaff } from "#test/support/staff.ts";
import { startTestApp } from "#test/support/test-app.ts";

const COUNT = Number(process.env.HISTORIES ?? 4);
const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = 12;
const PEOPLE = ["writer", "editor", "another"] as const;
const WORD = /\bw\d+\b/g;

type Staff = Awaited<ReturnType<typeof startStaff>>;
type Read = { text: string; etag: string };
type Outcome = { status: number; gains?: string; removes?: string; resets?: boolean };

/** Two writers and a reviewer on two nodes, who save, suggest, decide, publish and restore at the same time. */
class History {
  readonly #staff: Staff;
  readonly #nodes: Staff["app"][];
  readonly #random: ReturnType<typeof randomOf>;
  readonly #read = new Map<Person, Read>();
  /** Words that somebody saved or accepted, until somebody deleted them. */
  readonly #kept = new Set<string>();
  readonly log: string[] = [];
  #number = 0;
  #document: DocumentKey = { type: "article", id: 0 };

  constructor(staff: Staff, other: Staff["app"], seed: number) {
    this.#staff = staff;
    this.#nodes = [staff.app, other];
    this.#random = randomOf(seed);
  }

  async start(): Promise<void> {
    const content = Array.from({ length: 4 }, () => `<p>${this.#word(true)} ${this.#word(true)}.</p>`).join("");
    this.#document = { type: "article", id: await this.#staff.write("writer", { content }) };
  }

  /** Some requests at the same time, and then what must be true. */
  async round(): Promise<void> {
    const most = this.#below(3) + 1;
    const outcomes = await Promise.all(PEOPLE.slice(0, most).map((name) => this.#act(name)));
    for (const { status } of outcomes) expect(status, this.log.join("\n")).toBeLessThan(500);
    const done = outcomes.filter(({ status }) => status < 300);
    for (const { gains } of done) if (gains) this.#kept.add(gains);
    for (const { removes } of done) if (removes) this.#kept.delete(removes);
    await this.#check(done.some(({ resets }) => resets));
  }

  async #act(name: Person): Promise<Outcome> {
    const read = this.#read.get(name);
    if (!read || this.#below(4) === 0) return this.#open(name);
    const does = this.#below(10);
    if (does < 3) return this.#save(name, read);
    if (does < 6) return this.#suggest(name, read);
    if (does < 9) return this.#decide(name);
    return this.#below(2) === 0 ? this.#publish() : this.#restore();
  }

  async #open(name: Person): Promise<Outcome> {
    const { status, body, headers } = await this.#call(name, "GET", editorApiUrl.suggestion(this.#document));
    this.#read.set(name, { text: body.texts.content, etag: String(headers.etag) });
    return { status };
  }

  async #save(name: Person, { text, etag }: Read): Promise<Outcome> {
    const gains = this.#word();
    const typed = this.#inBlock(text, (end) => ` ${gains}${end}`);
    const url = editorApiUrl.draft(this.#document.id);
    const { status } = await this.#call(name, "PUT", url, { text_with_suggestions: typed }, etag);
    this.#read.delete(name);
    return { status, gains };
  }

  async #suggest(name: Person, { text, etag }: Read): Promise<Outcome> {
    const word = this.#word();
    const id = `suggestion${word}`;
    const [own] = this.#below(3) === 0 ? (text.match(/(?<=[ >])w\d+(?=[ .])/g)?.slice(-1) ?? []) : [];
    const marked = own
      ? text.replace(own, `<del data-suggestion="${id}">${own}</del>`)
      : this.#inBlock(text, (end) => `<ins data-suggestion="${id}"> ${word}</ins>${end}`);
    const url = editorApiUrl.suggestion(this.#document);
    const { status } = await this.#call(name, "PUT", url, { text_with_suggestions: marked }, etag);
    this.#read.delete(name);
    return { status };
  }

  async #decide(name: Person): Promise<Outcome> {
    const open = (await this.#list()).suggestions.filter(({ state }) => state === "open");
    const one = open[this.#below(Math.max(open.length, 1))];
    if (!one) return { status: 200 };
    const how = (["accept", "reject", "withdraw"] as const)[this.#below(3)] ?? "accept";
    const url = editorApiUrl.decide(this.#document, how);
    const { status } = await this.#call(name, "POST", url, { suggestions: [one.id] });
    if (how !== "accept") return { status };
    const [inserted] = one.after.match(WORD) ?? [];
    const [deleted] = one.before.match(WORD) ?? [];
    return { status, ...(inserted && { gains: inserted }), ...(deleted && { removes: deleted }) };
  }

  async #publish(): Promise<Outcome> {
    const { status } = await this.#call("editor", "POST", editorApiUrl.publish(this.#document.id), {});
    return { status };
  }

  async #restore(): Promise<Outcome> {
    const { id } = this.#document;
    const { body } = await this.#call("editor", "GET", editorApiUrl.revisions(id));
    const { n = 1 } = body[this.#below(body.length)] ?? {};
    const { status } = await this.#call("editor", "POST", editorApiUrl.restoreRevision(id, n), {});
    return { status, resets: true };
  }

  async #check(isReset: boolean): Promise<void> {
    const { text, suggestions } = await this.#list();
    const { body } = await this.#call("editor", "GET", apiUrl.article(this.#document.id));
    const draft = body.has_draft
      ? (await this.#call("editor", "GET", editorApiUrl.draft(this.#document.id))).body
      : body;
    const said = (why: string) => [why, text, draft.content, ...this.log].join("\n");
    const words: string[] = text.match(WORD) ?? [];
    expect(new Set(words).size, said("a word is doubled")).toBe(words.length);
    const plain = new Set<string>(String(draft.content).match(WORD) ?? []);
    if (isReset) {
      this.#kept.clear();
      for (const word of plain) this.#kept.add(word);
    }
    expect(
      [...this.#kept].filter((word) => !plain.has(word)),
      said("words are lost"),
    ).toEqual([]);
    for (const { state, after } of suggestions)
      for (const word of state === "open" ? (after.match(WORD) ?? []) : []) {
        expect(words.includes(word), said(`the suggested ${word} is not shown`)).toBe(true);
        expect(plain.has(word), said(`the suggested ${word} is in the text`)).toBe(false);
      }
    const reader = await this.#staff.app.inject(apiUrl.article(this.#document.id));
    expect(reader.body, said("readers get a suggestion")).not.toMatch(/data-(?:suggestion|inserted|deleted)/);
  }

  #list = async (): Promise<SuggestionList> =>
    (await this.#call("editor", "GET", editorApiUrl.suggestions(this.#document))).body;

  async #call(name: Person, method: "GET" | "PUT" | "POST", url: string, payload?: object, etag?: string) {
    const node = this.#nodes[this.#below(2)] ?? this.#staff.app;
    const headers = { ...(await this.#staff.headersOf(name)), ...(etag && { "if-match": etag }) };
    const response = await node.inject({ method, url, headers, ...(payload && { payload }) });
    if (method !== "GET")
      this.log.push(`${name} ${method} ${url} ${JSON.stringify(payload)} ${etag ?? ""}: ${response.statusCode}`);
    const body = response.body === "" ? undefined : response.json();
    return { status: response.statusCode, body, headers: response.headers };
  }

  /** Puts something before the end of a random block. */
  #inBlock(text: string, put: (end: string) => string): string {
    const blocks = text.split("</p>");
    const at = this.#below(blocks.length - 1);
    return blocks.map((block, place) => (place === at ? block + put("") : block)).join("</p>");
  }

  #word(isKept = false): string {
    this.#number += 1;
    const word = `w${String(this.#number).padStart(4, "0")}`;
    if (isKept) this.#kept.add(word);
    return word;
  }

  #below = (limit: number): number => this.#random.below(limit);
}

describeOnEngines("random histories of suggestions on two nodes", (open) => {
  test("lose no word, double none, and show readers no suggestion", { timeout: 600_000 }, async () => {
    const staff = await startStaff(open);
    const { app } = await startTestApp(staff.database, { clock: staff.clock });
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const history = new History(staff, app, seed);
      await history.start();
      for (let round = 0; round < ROUNDS; round++) await history.round();
    }
  });
});
