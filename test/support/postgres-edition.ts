import { randomBytes } from "node:crypto";
import pg from "pg";
import { runCli } from "./cli-process.ts";
import { FIRST_EDITION } from "./first-edition.ts";
import { startPostgres } from "./postgres-cluster.ts";

/** The first edition's content on PostgreSQL, for journeys on that engine. */
const EDITION = "first_edition";
/** By which the processes that run journeys learn of the server; `{database}` in it is replaced by a name. */
const ADDRESS = "JOURNEYS_POSTGRES";

async function query(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address.replace("{database}", "postgres") });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Starts a server that has the first edition, moved there as an operator does it. Returns how to stop it. */
export async function startPostgresEdition(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  if (!server) throw new Error("PostgreSQL's programs are not installed.");
  await query(server.address, `create database ${EDITION}`);
  const url = server.address.replace("{database}", EDITION);
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
  await query(address, `create database ${name} template ${EDITION}`);
  const drop = () => query(address, `drop database ${name} with (force)`);
  return { url: address.replace("{database}", name), drop };
}
