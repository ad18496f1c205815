import fc from "fast-check";
import { expect, test } from "vitest";
import { createPageServer, type Fate, openSaving } from "#test/support/edit-form.ts";
import { beginFrom, beginNew } from "./beginning.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** What an editor does, and what somebody else does meanwhile; a save's calls fare as `fates` say. */
type Step = { kind: "type"; text: string } | { kind: "save"; fates: Fate[] } | { kind: "theirs"; text: string };

// Few texts, so that different people now and then write the same.
const text = fc.constantFrom("A", "B", "C");
const fate = fc.constantFrom<Fate>("arrives", "is lost", "answer is lost", 503, 500);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("type" as const), text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("save" as const), fates: fc.array(fate, { maxLength: 3 }) }) },
  fc.record({ kind: fc.constant("theirs" as const), text }),
);

test(`whatever is lost on the way, a page is created once, and nobody's words are overwritten unseen (seed ${SEED})`, async () => {
  const run = async (isNew: boolean, steps: Step[]) => {
    const { server, kind } = createPageServer();
    const form = openSaving(kind, isNew ? beginNew(null) : beginFrom(server.store("me", { title: "Old" }), null));
    /** Versions by others that the editor has been shown, or that were there when the form was opened. */
    const seen = new Set<string>();
    /** What the editor has tried to send: whoever stores the same words for them takes nothing away. */
    const sent = new Set<string>();
    const titles: string[] = [];
    const save = async () => {
      const { length } = form.conflicts;
      sent.add(form.at().work.values.title);
      await form.save();
      const theirs = form.conflicts[length];
      if (!theirs) return;
      // The editor looks, and keeps their own words.
      seen.add(theirs.etag);
      form.at().rebase(theirs);
    };
    for (const one of steps) {
      if (one.kind === "type") form.type({ title: one.text });
      else if (one.kind === "theirs") {
        if (server.page) titles[server.version + 1] = server.store("them", { title: one.text }).row.title;
      } else {
        server.fates = [...one.fates];
        await save();
      }
    }
    form.type({ title: "Last words" });
    server.fates = [];
    // Once for each conflict that is still to be shown.
    for (let tries = 0; tries < 3 && form.at().isChanged; tries++) await save();

    expect(server.page?.title).toBe("Last words");
    expect(form.at().isChanged).toBe(false);
    if (isNew) expect(server.created).toBe(1);
    for (let version = 2; version <= server.version; version++) {
      const isOverwritten = server.authors[version - 1] === "them" && server.authors[version] === "me";
      if (isOverwritten && !sent.has(titles[version - 1] ?? ""))
        expect([...seen], `version ${version - 1} of them`).toContain(`"${version - 1}-x"`);
    }
  };
  await fc.assert(fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 12 }), run), { seed: SEED, numRuns: 300 });
});
