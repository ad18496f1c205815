import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreed, mergeBlocks } from "#shared/merge-blocks.ts";
import {
  contested,
  decided,
  differing,
  isDue,
  mustChoose,
  nextSession,
  type Rules,
  resumeSession,
  type Session,
  type SessionEvent,
  startSession,
  unsaved,
} from "./session.ts";

/** A document of a title and of blocks, one per line. */
type Values = { title: string; content: string };

const mergeIn = (name: string, { known, mine, theirs }: Record<"known" | "mine" | "theirs", string>) =>
  name === "content"
    ? agreed(mergeBlocks(known.split("\n"), mine.split("\n"), theirs.split("\n")))?.join("\n")
    : undefined;

const rules: Rules<Values> = {
  merge(name, sides) {
    const value = mergeIn(name, sides);
    return value === undefined ? undefined : { value };
  },
  isNewer: (next, than) => Number(next) > Number(than),
  isEmpty: ({ content }) => content === "",
};

const EMPTY: Values = { title: "", content: "" };
const STORED: Values = { title: "Title", content: "one\ntwo\nthree\nfour" };

/** The server's part: it merges stale saves, and recognises a repeated key. */
class Server {
  versions: Values[];
  keys = new Set<string>();
  documents: number;
  constructor(first: Values | null) {
    this.versions = first ? [first] : [];
    this.documents = this.versions.length;
  }
  get etag() {
    return String(this.versions.length);
  }
  get newest() {
    return { values: this.versions.at(-1) ?? EMPTY, etag: this.etag };
  }
  /** The event that its response is to the client. */
  save({ attempt }: Session<Values>): SessionEvent<Values> {
    if (!attempt) throw new Error("Nothing was sent.");
    if (this.keys.has(attempt.key)) return this.mixed(attempt.values);
    const begun = attempt.base ? Number(attempt.base.etag) : 0;
    if (!attempt.base) this.documents++;
    if (!attempt.base || begun === this.versions.length) {
      // A creation, or a change of the newest version. Titles are trimmed, as the real server does.
      this.push(attempt.key, { ...attempt.values, title: attempt.values.title.trim() });
      return { kind: "stored", stored: this.newest };
    }
    const known = this.versions[begun - 1] ?? EMPTY;
    const theirs = this.newest.values;
    const merged = { ...theirs };
    for (const name of ["title", "content"] as const) {
      const sides = { known: known[name], mine: attempt.values[name], theirs: theirs[name] };
      if (sides.mine === sides.known || sides.mine === sides.theirs) continue;
      const value = sides.theirs === sides.known ? sides.mine : mergeIn(name, sides);
      if (value === undefined) return { kind: "refused", theirs: this.newest };
      merged[name] = value;
    }
    this.push(attempt.key, merged);
    return this.mixed(attempt.values);
  }
  /** The response that may contain others' words. As in the real client, a trimmed title does not replace the typed one. */
  private mixed({ title }: Values): SessionEvent<Values> {
    const { values, etag } = this.newest;
    const isSame = title.trim() === values.title.trim();
    return { kind: "stored", stored: { values: isSame ? { ...values, title } : values, etag, hasOthers: true } };
  }
  private push(key: string, values: Values) {
    this.versions.push(values);
    this.keys.add(key);
  }
}

/** A window with the document open: its session, and what the browser keeps of it. */
class Window {
  kept: string;
  wire: "free" | "out" | "back" = "free";
  response: SessionEvent<Values> | null = null;
  hadConflict = false;
  session: Session<Values>;
  readonly newKey: () => string;
  constructor(session: Session<Values>, newKey: () => string) {
    this.session = session;
    this.newKey = newKey;
    this.kept = JSON.stringify(session);
  }
  next(event: SessionEvent<Values>) {
    this.session = nextSession(this.session, event, rules);
    this.hadConflict ||= this.session.conflict !== null;
    this.kept = JSON.stringify(this.session);
  }
  send() {
    if (this.wire !== "free" || !isDue(this.session, rules)) return;
    if (this.session.conflict) throw new Error("Nothing is sent before the editor has chosen.");
    this.next({ kind: "sent", key: this.newKey() });
    this.wire = "out";
  }
  arrive(server: Server) {
    if (this.wire !== "out") return;
    this.response = server.save(this.session);
    this.wire = "back";
  }
  respond() {
    if (this.wire !== "back" || !this.response) return;
    this.wire = "free";
    this.next(this.response);
  }
  /** The connection breaks, before the request arrives or before its response does. */
  lose() {
    this.wire = "free";
    this.response = null;
  }
  reload() {
    this.lose();
    this.session = JSON.parse(this.kept);
  }
  see(server: Server) {
    if (server.versions.length > 0) this.next({ kind: "seen", stored: server.newest });
  }
  type(at: number, word: string) {
    const blocks = this.session.local.content.split("\n");
    const place = at % blocks.length;
    blocks[place] = `${blocks[place]} ${word}`.trim();
    this.next({ kind: "typed", values: { content: blocks.join("\n") } });
  }
  addBlock(at: number, word: string) {
    const blocks = this.session.local.content.split("\n");
    blocks.splice(at % (blocks.length + 1), 0, word);
    this.next({ kind: "typed", values: { content: blocks.join("\n") } });
  }
  /** Compares both sides of a conflict; the editor then chooses the words of both, as they were compared. */
  compare() {
    const compared = this.session.conflict?.theirs;
    const choose = () => {
      if (!compared || !this.session.conflict) return;
      const { values } = compared;
      const missing = wordsIn(this.session.local.content).filter((word) => !wordsIn(values.content).includes(word));
      const content = [values.content, ...missing].join("\n");
      this.next({ kind: "chosen", values: { ...values, content }, over: compared });
    };
    return { choose };
  }
}

const wordsIn = (content: string) => content.split(/\s+/).filter((word) => /^w\d+$/.test(word));

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const step = fc.record({
  who: fc.nat(2),
  does: fc.constantFrom(
    ...(["type", "type", "addBlock", "title", "send", "send", "arrive", "arrive", "respond", "respond"] as const),
    ...(["lose", "reload", "see", "chooseBoth", "chooseLate"] as const),
  ),
  at: fc.nat(10),
});

/** Runs the steps, then connects all windows until nothing changes any more. Returns the words that were typed. */
function play(steps: readonly Step[], server: Server, windows: readonly Window[]): string[] {
  const words: string[] = [];
  for (const { who, does, at } of steps) {
    const window = windows[who % windows.length] as Window;
    const type = (how: "type" | "addBlock", by = window) => {
      const word = `w${words.length}`;
      words.push(word);
      by[how](at, word);
    };
    if (does === "type" || does === "addBlock") type(does);
    else if (does === "title") window.next({ kind: "typed", values: { title: ` Title ${at} ` } });
    else if (does === "see") window.see(server);
    else if (does === "arrive") window.arrive(server);
    else if (does === "chooseBoth") window.compare().choose();
    else if (does === "chooseLate") {
      // Another window saves between the comparison and the choice.
      const other = windows[(who + 1) % windows.length] as Window;
      const choice = window.compare();
      type("type", other);
      other.send();
      other.arrive(server);
      other.respond();
      window.see(server);
      choice.choose();
    } else window[does]();
  }
  for (let round = 0; round < 4 * windows.length; round++)
    for (const window of windows) {
      window.compare().choose();
      window.send();
      window.arrive(server);
      window.respond();
      window.see(server);
    }
  return words;
}

function expectSettled(server: Server, windows: readonly Window[], words: readonly string[]) {
  expect(wordsIn(server.newest.values.content).toSorted()).toEqual(words.toSorted());
  for (const { session } of windows) {
    const { title, content } = session.local;
    const { values } = server.newest;
    expect({ content, title: title.trim() }).toEqual({ content: values.content, title: values.title.trim() });
    expect(unsaved(session)).toEqual([]);
  }
}

function openWindows(count: number, server: Server, base = server.newest as Session<Values>["base"]) {
  let keys = 0;
  return Array.from({ length: count }, () => new Window(startSession(base, EMPTY), () => `key${keys++}`));
}

describe("a session", () => {
  test("loses no word, stores none twice, and ends as the server has it, whatever happens to requests", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
        const server = new Server(STORED);
        const windows = openWindows(3, server);
        expectSettled(server, windows, play(steps, server, windows));
      }),
      { numRuns: 500 },
    );
  });

  test("of the only window never meets its own words as another user's", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const server = new Server(STORED);
        const [window] = openWindows(1, server) as [Window];
        play(steps, server, [window]);
        expect(window.hadConflict).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("creates one document, however often its first save is repeated", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const server = new Server(null);
        const windows = openWindows(1, server, null);
        const words = play([{ who: 0, does: "type", at: 0 }, ...steps], server, windows);
        expectSettled(server, windows, words);
        expect(server.documents).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps what another user has stored since, when its creation is repeated", () => {
    const started: Session<Values> = { ...startSession(null, EMPTY), local: { title: "First", content: "" } };
    const sent = next(started, { kind: "sent", key: "key" });
    const typed = next(sent, { kind: "typed", values: { title: "First, and more" } });
    const stored = { values: { title: "First", content: "theirs" }, etag: "2", hasOthers: true };
    const after = next(typed, { kind: "stored", stored });
    expect([after.local, after.conflict]).toEqual([{ title: "First, and more", content: "theirs" }, null]);
    const same = next(typed, { kind: "stored", stored: { ...stored, values: { ...stored.values, title: "Theirs" } } });
    expect([same.conflict?.theirs.values.title, isDue(same, rules)]).toEqual(["Theirs", false]);
  });

  test("takes what a repeated save returns for others' words: they may have changed the same since", () => {
    const attempt = { key: "k", base: { values: STORED, etag: "1" }, values: { ...STORED, title: "Mine" } };
    const session = { ...startSession(attempt.base, EMPTY), attempt, local: { ...STORED, title: "Mine, and more" } };
    const returned = { values: { ...STORED, title: "Theirs" }, etag: "2" };
    const stateAfter = (hasOthers: boolean) =>
      nextSession(session, { kind: "stored", stored: { ...returned, hasOthers } }, rules);
    expect(stateAfter(true).conflict).toMatchObject({ theirs: returned });
    expect(stateAfter(false), "the server's form of the own words").toMatchObject({
      conflict: null,
      local: { title: "Mine, and more" },
    });
  });

  test("asks for a choice where the newest version cannot be changed, instead of sending the change again", () => {
    const base = { values: STORED, etag: "1" };
    const typed = next(startSession(base, EMPTY), { kind: "typed", values: { title: "Too late" } });
    const refused = next(next(typed, { kind: "sent", key: "key" }), { kind: "refused", theirs: base });
    expect([refused.conflict?.theirs, refused.local.title, isDue(refused, rules)]).toEqual([base, "Too late", false]);
  });

  test("does not send rejected values again until they change", () => {
    const typed: SessionEvent<Values> = { kind: "typed", values: { content: "too long" } };
    const sent: SessionEvent<Values> = { kind: "sent", key: "key" };
    const rejected: SessionEvent<Values> = { kind: "rejected", code: undefined, detail: "The text is too long." };
    const after = [typed, sent, rejected].reduce(next, startSession({ values: STORED, etag: "1" }, EMPTY));
    expect(isDue(after, rules)).toBe(false);
    expect(isDue(next(after, { kind: "typed", values: { content: "shorter" } }), rules)).toBe(true);
  });
});

const anyValues = fc.record({ title: fc.constantFrom("a", "b", "c"), content: fc.constantFrom("a", "b", "c") });

test("words that another user changed too are set apart with their name, and everything else goes on being sent", () => {
  const apart: Rules<Values> = {
    ...rules,
    merge: (_name, { mine, theirs }) => ({ value: theirs, alternatives: [{ mine, theirs }] }),
    saverOf: () => "Grace",
  };
  const base = { values: STORED, etag: "1" };
  const typed = { ...startSession(base, EMPTY), local: { title: "Mine", content: "new" } };
  const theirs = { values: { ...STORED, title: "Theirs" }, etag: "2" };
  const seen = nextSession(typed, { kind: "seen", stored: theirs }, apart);
  const alternatives = [{ field: "title", mine: "Mine", theirs: "Theirs", by: "Grace" }];
  expect(seen).toMatchObject({
    base: theirs,
    local: { title: "Theirs", content: "new" },
    conflict: null,
    alternatives,
  });
  expect([isDue(seen, apart), mustChoose(seen)]).toEqual([true, true]);
  const settled = nextSession(seen, { kind: "settled", values: { title: "Mine" }, alternatives: [] }, apart);
  expect([settled.local, mustChoose(settled)]).toEqual([{ title: "Mine", content: "new" }, false]);
});

test("either answer to a conflict has what only one side changed, and one side of the rest", () => {
  fc.assert(
    fc.property(anyValues, anyValues, fc.option(anyValues), (mine, theirs, known) => {
      const conflict = { theirs: { values: theirs, etag: "2" }, known };
      const names = contested(mine, conflict);
      const [keep, take] = [decided(mine, conflict, "mine"), decided(mine, conflict, "theirs")];
      expect(differing(keep, take)).toEqual(names);
      for (const name of ["title", "content"] as const) {
        const changed = known && mine[name] !== known[name] ? mine[name] : theirs[name];
        expect([keep[name], take[name]]).toEqual(
          names.includes(name) ? [mine[name], theirs[name]] : [changed, changed],
        );
      }
    }),
  );
});

describe("a session that is resumed", () => {
  const newest = { values: { ...STORED, content: "theirs" }, etag: "2", row: { id: 7 } };
  const options = { newest, empty: { ...EMPTY, title: "First" }, rules, isAside: false };

  test("is merged with the newest version, and has the first values of fields that are newer", () => {
    const session = startSession({ values: STORED, etag: "1" }, EMPTY);
    const { base, local, conflict } = resumeSession({ ...session, local: { ...STORED, title: "Mine" } }, options);
    expect({ base, local, conflict }).toEqual({
      base: newest,
      local: { title: "Mine", content: "theirs" },
      conflict: null,
    });
    const older = { ...startSession(null, EMPTY), local: { content: "typed" } as Values };
    expect(resumeSession(older, { ...options, isAside: true }).local).toEqual({ title: "First", content: "typed" });
  });

  test("is compared first if it is a version that was not chosen", () => {
    const session = startSession({ values: STORED, etag: "1" }, EMPTY);
    const resumed = resumeSession({ ...session, local: { ...STORED, title: "Mine" } }, { ...options, isAside: true });
    expect([resumed.conflict, isDue(resumed, rules)]).toEqual([{ theirs: newest, known: null }, false]);
  });
});

const next = (session: Session<Values>, event: SessionEvent<Values>) => nextSession(session, event, rules);
