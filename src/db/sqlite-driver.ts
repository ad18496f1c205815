import type Sqlite from "better-sqlite3";
import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  OperatorNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";
import { backoff, retry, spread } from "#shared/retry.ts";
import { createLoopYield } from "./rows.ts";

/**
 * SQL that SQLite plans once for each text. Its planner looks at values that are compared for equality or limit a
 * query, and plans the statement again each time, as another value might need another plan. None of our queries needs
 * that: what a plan depends on is written into its text, and other values are hidden from the planner.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (!ValueNode.is(rightOperand) || !OperatorNode.is(operator) || operator.operator !== "=") {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(" = ");
    if (isPlannedFor(rightOperand)) this.appendImmediateValue(rightOperand.value);
    else {
      // Unary plus changes no value of any type.
      if (!rightOperand.immediate) this.append("+");
      this.visitNode(rightOperand);
    }
  }

  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    this.append("limit ");
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.appendImmediateValue(limit.value);
    else this.visitNode(limit);
  }

  /** SQLite has no row locks, and needs none: transactions are exclusive. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS_ROWS.has(node.modifier ?? "")) super.visitSelectModifier(node);
  }
}

/** Modifiers of a selection that lock its rows. */
const LOCKS_ROWS: ReadonlySet<string> = new Set(["ForUpdate", "ForShare", "SkipLocked"]);

/** Flags: SQLite expects many rows to have them. */
const isPlannedFor = ({ value }: ValueNode) => value === 0 || value === 1;

const MAX_STATEMENTS = 500;

type PrepareStatement = (sql: string) => Sqlite.Statement;

/** Kysely compiles each query to text; preparing that text every time would cost more than running it. */
export function cachedStatements(handle: Sqlite.Database): PrepareStatement {
  const statements = new Map<string, Sqlite.Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    // A statement that is still being iterated cannot be shared.
    if (statement && !statement.busy) return statement;
    statement = handle.prepare(sql);
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
}

/** Delays between attempts to acquire a lock that another process holds. */
const DELAYS = { first: 2, max: 30 };

/** Queues the writers of one process, first come, first served. */
type WriteLock = {
  /** Waits for its turn; the returned function ends the turn, and may be called more than once. */
  take: () => Promise<() => void>;
};

export function createWriteLock(): WriteLock {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}

/**
 * Retries synchronous work while another process holds the lock it needs, by timers, so that the event loop keeps
 * running. After `deadline` (of `performance.now()`) SQLite's error is thrown. There is always one attempt, so that
 * waiting for writers of this process alone never fails.
 */
export function retryWhileBusy<Result>(work: () => Result, deadline: number): Promise<Result> {
  const isTemporary = (error: unknown) => isBusy(error) && performance.now() < deadline;
  return retry({ isTemporary, delay: (failures) => spread(backoff(DELAYS, failures)) }, work);
}

/** Whether an error means that another process holds a lock; SQLITE_PROTOCOL: too many processes raced for it. */
export function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (code.startsWith("SQLITE_BUSY") || code === "SQLITE_PROTOCOL");
}

/**
 * The two connections of a process, both without a busy timeout, and how long a writer may wait for other processes.
 */
type SqliteConnections = {
  /** Reads outside of transactions. They never wait for a transaction: in WAL mode they see the last commit. */
  reader: Sqlite.Database;
  /** Everything else, one transaction or single statement after another. */
  writer: Sqlite.Database;
  /** In milliseconds; read at the start of each write. */
  lockTimeout: () => number;
};

type Parts = {
  reader: Sqlite.Database;
  writer: Sqlite.Database;
  prepareRead: PrepareStatement;
  prepareWrite: PrepareStatement;
  lock: WriteLock;
  yieldLoop: () => Promise<void>;
  lockTimeout: () => number;
};

/**
 * Kysely's own dialect has one connection and lets SQLite wait for locks, which blocks the thread that serves requests
 * (decision 16). This one waits by timers, and lets readers overtake a running transaction.
 */
export class SqliteProcessDialect implements Dialect {
  readonly #connections: SqliteConnections;
  constructor(connections: SqliteConnections) {
    this.#connections = connections;
  }
  createDriver = (): Driver => new SqliteProcessDriver(this.#connections);
  createQueryCompiler = () => new StablePlanCompiler();
  createAdapter = () => new SeveralConnectionsAdapter();
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db);
}

/** Otherwise Kysely would run one query or transaction at a time. */
class SeveralConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Reuses the savepoints of Kysely's driver; they are plain statements. */
class SqliteProcessDriver extends SqliteDriver {
  readonly #parts: Parts;
  constructor({ reader, writer, lockTimeout }: SqliteConnections) {
    super({ database: writer });
    this.#parts = {
      reader,
      writer,
      prepareRead: cachedStatements(reader),
      prepareWrite: cachedStatements(writer),
      lock: createWriteLock(),
      yieldLoop: createLoopYield(),
      lockTimeout,
    };
  }
  override async init(): Promise<void> {}
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteSession(this.#parts);
  }
  override beginTransaction = (connection: DatabaseConnection) => sessionOf(connection).begin();
  override commitTransaction = async (connection: DatabaseConnection) => sessionOf(connection).commit();
  override rollbackTransaction = async (connection: DatabaseConnection) => sessionOf(connection).rollback();
  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection) sessionOf(connection).release();
  }
  /** The code that opened the connections closes them. */
  override async destroy(): Promise<void> {}
}

function sessionOf(connection: DatabaseConnection): SqliteSession {
  if (connection instanceof SqliteSession) return connection;
  throw new TypeError("This connection belongs to another driver.");
}

/** A connection in Kysely's sense: for one query, or for one transaction, which has the writer exclusively. */
class SqliteSession implements DatabaseConnection {
  readonly #parts: Parts;
  #releaseLock: (() => void) | undefined;
  /** The error with which SQLite ended the transaction on its own, as it does when the disk is full. */
  #ended: Error | undefined;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Acquires the write lock immediately: a transaction that reads first and writes later could fail half-way as busy.
   */
  async begin(): Promise<void> {
    const { lock, prepareWrite, lockTimeout } = this.#parts;
    const deadline = performance.now() + lockTimeout();
    this.#releaseLock = await lock.take();
    this.#ended = undefined;
    try {
      await retryWhileBusy(() => prepareWrite("begin immediate").run(), deadline);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  commit(): void {
    if (this.#ended) throw this.#ended;
    this.#parts.prepareWrite("commit").run();
    this.release();
  }

  /** If SQLite has rolled back already, another rollback would fail and hide the original error. */
  rollback(): void {
    try {
      if (this.#parts.writer.inTransaction) this.#parts.prepareWrite("rollback").run();
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#releaseLock?.();
    this.#releaseLock = undefined;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, prepareRead, prepareWrite, lock, yieldLoop, lockTimeout } = this.#parts;
    await yieldLoop();
    if (this.#releaseLock) return this.#runInTransaction(() => run<Row>(prepareWrite(sql), parameters));
    const deadline = performance.now() + lockTimeout();
    const read = await retryWhileBusy(() => {
      const statement = prepareRead(sql);
      return statement.readonly ? run<Row>(statement, parameters) : undefined;
    }, deadline);
    if (reader.inTransaction) throw leftOpen(reader);
    if (read) return read;
    const release = await lock.take();
    try {
      const result = await retryWhileBusy(() => run<Row>(prepareWrite(sql), parameters), deadline);
      if (writer.inTransaction) throw leftOpen(writer);
      return result;
    } finally {
      release();
    }
  }

  /** After SQLite has rolled back, further statements would be committed one by one. */
  #runInTransaction<Result>(work: () => Result): Result {
    if (this.#ended) throw this.#ended;
    try {
      return work();
    } catch (error) {
      if (!this.#parts.writer.inTransaction) this.#ended = error as Error;
      throw error;
    }
  }

  /** All rows together: an open statement would pin the reader to one snapshot of the database. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

function run<Row>(statement: Sqlite.Statement, parameters: readonly unknown[]): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

function leftOpen(handle: Sqlite.Database): Error {
  handle.exec("rollback");
  return new Error("Use db.transaction() to start a transaction, not a statement.");
}
