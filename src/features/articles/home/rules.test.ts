import fc from "fast-check";
import { expect, test } from "vitest";
import { CANDIDATES, type Candidates, type HomeSection, partSections } from "./rules.ts";

const SIZES: Record<HomeSection, number> = { lead: 6, choice: 5, picks: 6, latest: 10 };
const LIST_OF = { lead: "lead", choice: "picks", picks: "picks", latest: "latest" } as const;
const SECTIONS = Object.keys(SIZES) as HomeSection[];

const list = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });
const lists: fc.Arbitrary<Candidates> = fc.record({ lead: list, picks: list, latest: list });

test("no article is in two sections, and none waits that a section has room for", () => {
  fc.assert(
    fc.property(lists, (given) => {
      const sections = partSections(given);
      const all = SECTIONS.flatMap((section) => sections[section]);
      expect(new Set(all).size).toBe(all.length);
      const above = new Set<number>();
      for (const section of SECTIONS) {
        const rest = given[LIST_OF[section]].filter((id) => !above.has(id));
        expect(sections[section]).toEqual(rest.slice(0, SIZES[section]));
        for (const id of sections[section]) above.add(id);
      }
    }),
  );
});

test("the candidates suffice: what lies behind them in the lists changes nothing", () => {
  fc.assert(
    fc.property(lists, ({ lead, picks, latest }) => {
      const read = {
        lead: lead.slice(0, CANDIDATES.lead),
        picks: picks.slice(0, CANDIDATES.picks),
        latest: latest.slice(0, CANDIDATES.latest),
      };
      expect(partSections(read)).toEqual(partSections({ lead, picks, latest }));
    }),
  );
});
