import type { KyselyPlugin } from "kysely";
import type { Database } from "#db/open.ts";

export class Interruption extends Error {}

/** A database whose statements fail after the first few, as if the process had been killed there; counts statements. */
export function interruptedAfter(database: Database, statements: number) {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      if (count > statements) throw new Interruption();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const flawed = (whole: Database): Database => ({ ...whole, db: whole.db.withPlugin(plugin) });
  const maintenance: Database["maintenance"] = (work) => database.maintenance((inner) => work(flawed(inner)));
  return { database: { ...flawed(database), maintenance }, count: () => count };
}

/** A database, and how many statements some work of it takes; beginnings and ends of transactions don't count. */
export function counting(database: Database) {
  const counted = interruptedAfter(database, Number.POSITIVE_INFINITY);
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = counted.count();
    await work();
    return counted.count() - before;
  };
  return { database: counted.database, statementsOf };
}
