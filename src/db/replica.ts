import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type SelectQueryNode,
  type TransactionSettings,
} from "kysely";
import { ReplicaFailure } from "./failures.ts";
import type { Database } from "./open.ts";

/** How long a lagging or failed replica is skipped, in milliseconds. */
const REST_AFTER_LAG_MS = 100;
const REST_AFTER_FAILURE_MS = 2_000;
/** The query is at fault, and not the replica: data, syntax or access rules, and a search's own time limit. */
const QUERY_AT_FAULT = /^(22|42|57014)/;

const VERSION = CompiledQuery.raw("select value from site_state where key = 'content_version'");

/** Whether the current code reads for readers. */
const reading = new AsyncLocalStorage<true>();

/** Runs read-only work for readers: its queries may use a replica. Its writes do not. */
export const readForReaders = <T>({ hasReplica }: Pick<Database, "hasReplica">, work: () => T): T =>
  hasReplica ? reading.run(true, work) : work();

type Parts = {
  primary: PostgresDriver;
  replica: PostgresDriver;
  /** The version that this process knows of: what is read must not be older. */
  knownVersion: () => number;
};

type Connection = Parameters<PostgresDriver["releaseConnection"]>[0];

/**
 * Connections to the replica that have caught up. What a connection has replayed is recorded per connection, as several
 * replicas may share an address; and versions only grow, so that a change costs each connection one query.
 */
function createReplicaAccess({ replica, knownVersion }: Parts) {
  const replayed = new WeakMap<Connection, number>();
  let restUntil = 0;
  const rest = (time: number) => {
    restUntil = performance.now() + time;
  };
  const isBehind = async (connection: Connection): Promise<boolean> => {
    const known = knownVersion();
    if ((replayed.get(connection) ?? -1) >= known) return false;
    const { rows } = await connection.executeQuery<{ value: number }>(VERSION);
    replayed.set(connection, rows[0]?.value ?? -1);
    return (rows[0]?.value ?? -1) < known;
  };
  return {
    /** After an error that is not the query's fault. */
    failed: () => rest(REST_AFTER_FAILURE_MS),
    /** A connection; undefined while the replica lags or is unavailable: readers do not wait for it. */
    async take(): Promise<Connection | undefined> {
      if (performance.now() < restUntil) return undefined;
      let connection: Connection | undefined;
      try {
        connection = (await replica.acquireConnection()) as Connection;
        if (!(await isBehind(connection))) return connection;
        rest(REST_AFTER_LAG_MS);
      } catch {
        rest(REST_AFTER_FAILURE_MS);
      }
      if (connection) await replica.releaseConnection(connection);
      return undefined;
    },
  };
}
type ReplicaAccess = ReturnType<typeof createReplicaAccess>;

/**
 * Sends reads for readers to a replica: single selects, and read-only transactions. Everything else uses the primary,
 * as does everything while the replica lags or is unavailable.
 */
export class ReplicaDriver extends PostgresDriver {
  readonly #parts: Parts;
  readonly #access: ReplicaAccess;
  constructor(config: PostgresDialectConfig, parts: Parts) {
    super(config);
    this.#parts = parts;
    this.#access = createReplicaAccess(parts);
  }
  override async init(): Promise<void> {
    await Promise.all([this.#parts.primary.init(), this.#parts.replica.init()]);
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const { primary } = this.#parts;
    if (!reading.getStore()) return primary.acquireConnection();
    return new ReaderConnection(this.#parts, this.#access);
  }
  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    const reader = readerOf(connection);
    if (!reader) return this.#parts.primary.beginTransaction(connection, settings);
    await reader.begin(settings);
  }
  override async commitTransaction(connection: Connection): Promise<void> {
    const reader = readerOf(connection);
    await (reader ? reader.end("commitTransaction") : this.#parts.primary.commitTransaction(connection));
  }
  override async rollbackTransaction(connection: Connection): Promise<void> {
    const reader = readerOf(connection);
    await (reader ? reader.end("rollbackTransaction") : this.#parts.primary.rollbackTransaction(connection));
  }
  override async releaseConnection(connection: Connection): Promise<void> {
    const reader = readerOf(connection);
    await (reader ? reader.release() : this.#parts.primary.releaseConnection(connection));
  }
  override async destroy(): Promise<void> {
    await Promise.all([this.#parts.primary.destroy(), this.#parts.replica.destroy()]);
  }
}

const readerOf = (connection: unknown) => (connection instanceof ReaderConnection ? connection : undefined);

/** A reader's connection in Kysely's sense: its first query decides which server it uses. */
class ReaderConnection implements DatabaseConnection {
  readonly #parts: Parts;
  readonly #access: ReplicaAccess;
  #held: { driver: PostgresDriver; connection: Connection } | undefined;
  constructor(parts: Parts, access: ReplicaAccess) {
    this.#parts = parts;
    this.#access = access;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A transaction stays on the server where it started.
    if (this.#held) return this.#run(({ connection }) => connection.executeQuery<Row>(query));
    const rows = isPlainSelect(query) ? await this.#readReplica<Row>(query) : undefined;
    if (rows) return rows;
    await this.#holdPrimary();
    return this.#run(({ connection }) => connection.executeQuery<Row>(query));
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Results on a read connection cannot be streamed.");
  }

  async begin(settings: TransactionSettings): Promise<void> {
    const mayRead = settings.accessMode === "read only";
    if (!(mayRead && (await this.#holdReplica()))) await this.#holdPrimary();
    await this.#run(({ driver, connection }) => driver.beginTransaction(connection, settings));
  }

  async end(how: "commitTransaction" | "rollbackTransaction"): Promise<void> {
    await this.#held?.driver[how](this.#held.connection);
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.driver.releaseConnection(held.connection);
  }

  /** The replica's result; undefined if it has none. */
  async #readReplica<Row>(query: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    if (!(await this.#holdReplica())) return undefined;
    try {
      return await this.#run(({ connection }) => connection.executeQuery<Row>(query));
    } catch (error) {
      if (!(error instanceof ReplicaFailure)) throw error;
      return undefined;
    } finally {
      await this.release();
    }
  }

  async #holdPrimary(): Promise<void> {
    const driver = this.#parts.primary;
    this.#held = { driver, connection: (await driver.acquireConnection()) as Connection };
  }

  /** False if the replica may not be used. */
  async #holdReplica(): Promise<boolean> {
    const connection = await this.#access.take();
    if (connection) this.#held = { driver: this.#parts.replica, connection };
    return connection !== undefined;
  }

  /** Queries the server that is held. A failing replica is skipped for a while, and the caller starts over. */
  async #run<T>(ask: (held: { driver: PostgresDriver; connection: Connection }) => Promise<T>): Promise<T> {
    const held = this.#held;
    if (!held) throw new Error("A read connection was used after its release.");
    try {
      return await ask(held);
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      if (held.driver !== this.#parts.replica || QUERY_AT_FAULT.test(code)) throw error;
      this.#access.failed();
      throw new ReplicaFailure(error);
    }
  }
}

/** A select that locks nothing. */
const isPlainSelect = ({ query }: CompiledQuery): boolean =>
  query.kind === "SelectQueryNode" && !(query as SelectQueryNode).endModifiers?.length;
