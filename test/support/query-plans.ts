import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Database } from "#db/open.ts";

/** The queries that a database is asked from now on. */
export function recordQueries(database: Database): { recorded: Database; queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(database.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { recorded: { ...database, db: database.db.withPlugin(plugin) }, queries };
}

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Name"?: string; Plans?: Plan[] };

/**
 * The tables that a statement would read from end to end, without executing it. Of PostgreSQL's planner, which prefers
 * that for few rows, it is forbidden where there is another way.
 */
export async function scansOf({ db, engine }: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  if (engine === "sqlite") {
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    return rows.map(({ detail }) => detail).filter((detail) => /^SCAN \w+$/.test(detail));
  }
  const nodes = await postgresPlan(db, { sql, parameters });
  return nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [`SCAN ${node["Relation Name"]}`] : []));
}

/** The steps of PostgreSQL's plan, without scans of tables where there is another way. */
async function postgresPlan(
  db: Database["db"],
  { sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">,
): Promise<Plan[]> {
  const { rows } = await db.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
    const explained = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
    return trx.executeQuery<{ "QUERY PLAN": { Plan: Plan }[] }>(explained);
  });
  const within = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(within)];
  return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => within(plan)));
}

/** The indexes that a statement would read, without executing it. */
export async function indexesOf({ db, engine }: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  if (engine === "sqlite") {
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    return rows.flatMap(({ detail }) => / INDEX (\w+)/.exec(detail)?.[1] ?? []);
  }
  return (await postgresPlan(db, { sql, parameters })).flatMap((node) => node["Index Name"] ?? []);
}
