import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FRONTS, OUR_COSTS, OUR_TRAFFIC, READERS_A_DAY } from "./assumptions.ts";
import { byPopularity, demandOf, mostPerPage, mostReaders, needOf, renewals } from "./rules.ts";
import { withModel } from "./tables.ts";

const PAGE = join(import.meta.dirname, "..", "..", "docs", "scaling.md");
const needs = READERS_A_DAY.flatMap((readers) =>
  FRONTS.map(({ caches }) => needOf(demandOf(readers, OUR_TRAFFIC), caches, OUR_TRAFFIC, OUR_COSTS)),
);

describe("the busiest minute", () => {
  it("is three times the average of an hour with a tenth of the day's readers", () => {
    const day = { visitsPerReader: 1, pagesPerVisit: 4, peakHourShare: 0.1, peakFactor: 3, newReaderShare: 0.5 };
    const page = { articleShare: 0.7, secondsPerPage: 60, pollSeconds: 10, liveShare: 0.05, callsPerNextPage: 2 };
    const files = { picturesPerPage: 10, filesPerFirstVisit: 15 };
    const demand = demandOf(1_200_000, { ...OUR_TRAFFIC, ...day, ...page, ...files });
    expect(demand.documents).toBeCloseTo(100);
    expect(demand.pages).toBeCloseTo(400);
    expect(demand.calls).toBeCloseTo(600);
    expect(demand.prices).toBeCloseTo(2_400);
    expect(demand.live).toBeCloseTo(84);
    expect(demand.views).toBeCloseTo(280);
    expect(demand.files).toBeCloseTo(4_750);
  });
});

describe("what a cache fetches again", () => {
  const rates = fc.double({ min: 0, max: 1e6, noNaN: true });
  it("is neither more than what is asked nor more than once for each cache and time of keeping", () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (rate, caches, seconds) => {
        const fetched = renewals(rate, caches, seconds);
        expect(fetched).toBeLessThanOrEqual(Math.min(rate, caches / seconds) * (1 + 1e-9));
      }),
    );
  });

  it("is nearly everything that is rarely asked for, and nearly nothing else", () => {
    expect(renewals(0.001, 1, 10)).toBeCloseTo(0.001, 4);
    expect(renewals(10_000, 1, 10)).toBeCloseTo(0.1, 4);
    expect(renewals(10_000, 20, 10)).toBeCloseTo(2, 2);
    expect(renewals(0, 1, 10)).toBe(0);
  });
});

it("reads the n-th address 1/n as often as the first", () => {
  expect(byPopularity(3).map((share) => Math.round(share * 110))).toEqual([60, 30, 20]);
});

describe("what the nodes need", () => {
  /** Documents of one address and nothing else. */
  const peak = { visitsPerReader: 1, peakHourShare: 0.1, peakFactor: 3 };
  const alone = {
    ...OUR_TRAFFIC,
    ...peak,
    pagesPerVisit: 1,
    addresses: 1,
    articleShare: 0,
    adViewsPerPage: 0,
    writesPerDay: 0,
  };
  const only = { ...alone, secondsPerPage: 0, picturesPerPage: 0, newReaderShare: 0 };
  const demand = demandOf(120_000_000, only);

  it("is the cost of each request, for one page without a cache in front", () => {
    const { processor, bytes, program } = OUR_COSTS;
    const { requests, made, cores, processes, queries, bandwidth } = needOf(demand, 0, only, OUR_COSTS);
    expect(requests).toBeCloseTo(10_000);
    expect(processes).toBe(1);
    // Once in ten seconds.
    expect(made).toBeCloseTo(0.1, 4);
    expect(cores).toBeCloseTo((10_000 * processor.cachedPage + 0.1 * processor.page) / 1e6, 3);
    expect(queries).toBeCloseTo(0.1 * program.queriesPerPage + program.idleQueries, 3);
    expect(bandwidth).toBeCloseTo((10_000 * bytes.page * 8) / 1e6);
  });

  it.each(FRONTS.filter(({ caches }) => caches > 0))("is bounded for one page behind $name", ({ caches }) => {
    const { requests, made } = needOf(demand, caches, only, OUR_COSTS);
    expect(requests).toBeLessThanOrEqual(mostPerPage(caches, OUR_COSTS).perSecond);
    expect(made).toBeLessThanOrEqual(requests);
  });

  it("is as many processes as stay below the share that each may be busy", () => {
    const { busyShare } = OUR_COSTS.program;
    for (const { cores, processes } of needs) expect(cores / processes).toBeLessThanOrEqual(busyShare);
  });

  it("is one process for the most readers that one process serves, and two for more", () => {
    for (const { caches } of FRONTS) {
      const most = mostReaders(1, caches, OUR_TRAFFIC, OUR_COSTS);
      const processes = (readers: number) =>
        needOf(demandOf(readers, OUR_TRAFFIC), caches, OUR_TRAFFIC, OUR_COSTS).processes;
      expect(processes(most)).toBe(1);
      expect(processes(most * 1.02)).toBeGreaterThan(1);
    }
  });

  it("is less behind one cache than with nothing in front, and never more made than asked for", () => {
    for (let place = 0; place < needs.length; place += FRONTS.length) {
      const [without, one] = needs.slice(place);
      expect(one?.requests).toBeLessThan(without?.requests ?? 0);
      expect(one?.bandwidth).toBeLessThan(without?.bandwidth ?? 0);
    }
    for (const { made, requests } of needs) expect(made).toBeLessThanOrEqual(requests);
  });
});

describe("docs/scaling.md", () => {
  it("quotes the model's tables (`npx vitest run bench/model --update` writes them)", async () => {
    await expect(withModel(readFileSync(PAGE, "utf8"))).toMatchFileSnapshot(PAGE);
  });

  it("has a place for each of them", () => {
    expect(() => withModel("a page without")).toThrow(/no place/);
  });
});
