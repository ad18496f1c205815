import {
  BYTES,
  type Costs,
  FRONTS,
  type Given,
  OUR_COSTS,
  OUR_TRAFFIC,
  PROCESSOR,
  PROGRAM,
  READERS_A_DAY,
  TRAFFIC,
  type Traffic,
} from "./assumptions.ts";
import { demandOf, mostPerPage, mostReaders, needOf } from "./rules.ts";

const PROCESSES = [1, 2, 4, 8, 16];

/** A table of text; the first column names the row. */
export type Table = { columns: string[]; rows: string[][] };

/** Two significant digits: the numbers behind them are no better. */
const rough = (value: number) => Number(value.toPrecision(2)).toLocaleString("en-US", { maximumFractionDigits: 2 });
const exact = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

/** What each number of readers needs behind each of the fronts. */
export function needTable(traffic: Traffic = OUR_TRAFFIC, costs: Costs = OUR_COSTS): Table {
  return {
    columns: [
      "readers a day",
      "pages/s",
      "in front",
      "requests/s",
      "made/s",
      "busy cores",
      "processes",
      "memory, GB",
      "Mbit/s",
      "queries/s",
      "PostgreSQL connections",
    ],
    rows: READERS_A_DAY.flatMap((readers) => {
      const demand = demandOf(readers, traffic);
      return FRONTS.map(({ name, caches }) => {
        const need = needOf(demand, caches, traffic, costs);
        return [
          exact(readers),
          rough(demand.pages),
          name,
          rough(need.requests),
          rough(need.made),
          rough(need.cores),
          exact(need.processes),
          rough(need.memory / 1_000),
          rough(need.bandwidth),
          rough(need.queries),
          exact(need.connections),
        ];
      });
    }),
  };
}

/** The most readers a day that a number of processes serves behind each of the fronts. */
export function capacityTable(traffic: Traffic = OUR_TRAFFIC, costs: Costs = OUR_COSTS): Table {
  return {
    columns: ["processes", ...FRONTS.map(({ name }) => name)],
    rows: PROCESSES.map((processes) => [
      exact(processes),
      ...FRONTS.map(({ caches }) => rough(mostReaders(processes, caches, traffic, costs))),
    ]),
  };
}

/** The most that one page asks of the nodes behind each of the fronts that cache. */
export function pageTable(costs: Costs = OUR_COSTS): Table {
  return {
    columns: ["in front", "one page, requests/s at most", "one change of it, requests at most"],
    rows: FRONTS.filter(({ caches }) => caches > 0).map(({ name, caches }) => {
      const { perSecond, perChange } = mostPerPage(caches, costs);
      return [name, exact(perSecond), exact(perChange)];
    }),
  };
}

/** Every number that the model starts from. */
export function givenTable(): Table {
  const row = ({ what, value, unit, source }: Given) => [what, `${exact(value)} ${unit}`.trim(), source];
  return {
    columns: ["given", "value", "source"],
    rows: [TRAFFIC, PROCESSOR, BYTES, PROGRAM].flatMap((table) => Object.values<Given>(table).map(row)),
  };
}

const markdown = ({ columns, rows }: Table) =>
  [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const BLOCKS: Record<string, () => Table> = {
  need: needTable,
  capacity: capacityTable,
  page: pageTable,
  given: givenTable,
};

/**
 * A Markdown page with the model's tables between `<!-- model: NAME -->` and `<!-- /model -->`. Throws if a table has no
 * place on it.
 */
export function withModel(page: string): string {
  return Object.entries(BLOCKS).reduce((text, [name, table]) => {
    const begin = `<!-- model: ${name} -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf("<!-- /model -->", from);
    if (from < 0 || to < 0) throw new Error(`The page has no place for the model's table ${name}.`);
    return `${text.slice(0, from)}${begin}\n${markdown(table())}\n${text.slice(to)}`;
  }, page);
}
