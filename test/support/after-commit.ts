import type { KyselyPlugin, TransactionBuilder } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";

/**
 * Notes the queries that follow a committed change: if one of them fails, a stored change is answered with an error. A
 * change is committed by a transaction that wrote something.
 */
export function watchAfterCommit(database: Database) {
  let open = 0;
  let hasWritten = false;
  let isCommitted = false;
  let later: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "SelectQueryNode" && open > 0) hasWritten = true;
      if (isCommitted) later.push(`${node.kind} ${tablesIn(node).join(" ")}`);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = database.db.withPlugin(plugin);
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute: TransactionBuilder<Tables>["execute"] = async (work) => {
      open += 1;
      hasWritten = false;
      try {
        const result = await builder.execute(work);
        isCommitted ||= hasWritten;
        return result;
      } finally {
        open -= 1;
      }
    };
    return Object.assign(Object.create(builder), { execute }) as typeof builder;
  };
  return {
    database: { ...database, db },
    /** The queries since the last call of this. */
    take(): string[] {
      const taken = later;
      [later, isCommitted] = [[], false];
      return taken;
    },
  };
}

/** The tables that a query names. */
function tablesIn(node: object): string[] {
  const names = new Set<string>();
  JSON.stringify(node, (_key, value) => {
    if (value?.kind === "SchemableIdentifierNode") names.add(String(value.identifier?.name));
    return value;
  });
  return [...names];
}
