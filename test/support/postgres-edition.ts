import { randomBytes } from "node:crypto";
import { runCli } from "./cli-process.ts";
import { FIRST_EDITION } from "./first-edition.ts";
import { query, startPostgres } from "./postgres-cluster.ts";

/** The first edition's content on PostgreSQL, for journeys on that engine. */
const EDITION = "first_edition";
/** By which the processes that run journeys learn of the server; `{database}` in it is replaced by a name. */
const ADDRESS = "JOURNEYS_POSTGRES";

const databaseOf = (address: string, name: string) => address.replace("{database}", name);

/** Starts a server that has the first edition, moved there as an operator does it. Returns how to stop it. */
export async function startPostgresEdition(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if (!server) throw new Error("PostgreSQL's programs are not installed.");
  await query(databaseOf(server.address, "postgres"), `create database ${EDITION}`);
  const url = databaseOf(server.address, EDITION);
  const { code, err } = await runCli({ NODE_ENV: "production", DATA_DIR: FIRST_EDITION }, ["move", "--to", url]);
  if (code !== 0) throw new Error(`The first edition could not be moved to PostgreSQL: ${err}`);
  process.env[ADDRESS] = server.address;
  return server.stop;
}

/** The address of a new copy of that database, and how to remove it. */
export async function copyPostgresEdition(): Promise<{ url: string; drop: () => Promise<void> }> {
  const address = process.env[ADDRESS];
  if (!address) throw new Error("There is no PostgreSQL server: journeys on it are a project of its own.");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const administrator = databaseOf(address, "postgres");
  await query(administrator, `create database ${name} template ${EDITION}`);
  const drop = () => query(administrator, `drop database ${name} with (force)`);
  return { url: databaseOf(address, name), drop };
}
