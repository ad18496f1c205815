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

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

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
  const { rows } = await db.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
    const explained = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
    return trx.executeQuery<{ "QUERY PLAN": { Plan: Plan }[] }>(explained);
  });
  const scans: string[] = [];
  const visit = (node: Plan) => {
    if (node["Node Type"] === "Seq Scan") scans.push(`SCAN ${node["Relation Name"]}`);
    for (const part of node.Plans ?? []) visit(part);
  };
  for (const row of rows) for (const { Plan: plan } of row["QUERY PLAN"]) visit(plan);
  return scans;
}
