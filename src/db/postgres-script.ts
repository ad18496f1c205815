import { once } from "node:events";
import type { Duplex } from "node:stream";
import type pg from "pg";
import { InvalidError } from "#shared/errors.ts";

const COPY = /^COPY .+ FROM stdin;$/;
/** Commands of `psql`, and a setting that servers before version 17 do not know. */
const LEFT_OUT = /^(\\|SET transaction_timeout\b)/;
/** The line after the last row of a COPY. */
const LAST_LINE = "\\.";
const NEWLINE = 0x0a;
const BATCH_BYTES = 65_536;

/** Runs a script of PostgreSQL's programs on a connection: statements, and rows between `COPY … FROM stdin;` and `\.`. */
export async function runScript(client: pg.ClientBase, script: AsyncIterable<Buffer>): Promise<void> {
  const lines = linesIn(script);
  let statements = "";
  for await (const bytes of lines) {
    const line = bytes.toString();
    if (COPY.test(line)) {
      await client.query(statements);
      statements = "";
      await copyIn(client, line, rowsOf(lines));
    } else if (!LEFT_OUT.test(line)) {
      statements += `${line}\n`;
    }
  }
  await client.query(statements);
}

/** The lines of a script. Node's `readline` would also split at U+2028. */
async function* linesIn(script: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let pending: Buffer[] = [];
  for await (const chunk of script) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, end);
      yield pending.length > 0 ? Buffer.concat([...pending, rest]) : rest;
      pending = [];
      from = end + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

/** The rows up to the end of a COPY, in batches. Throws InvalidError if the script ends before. */
async function* rowsOf(lines: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Buffer> {
  const end = Buffer.from(LAST_LINE);
  const newline = Buffer.of(NEWLINE);
  let batch: Buffer[] = [];
  let size = 0;
  for (let line = await lines.next(); !line.value?.equals(end); line = await lines.next()) {
    if (line.done) throw new InvalidError("The copy of the database ends in the middle of a table.");
    batch.push(line.value, newline);
    size += line.value.length + 1;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, size] = [[], 0];
  }
  yield Buffer.concat(batch);
}

/** The driver's methods for COPY, which its types leave out. */
type CopyConnection = {
  stream: Duplex;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
};

async function copyIn(client: pg.ClientBase, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const { default: driver } = await import("pg");
  let failure: Error | undefined;
  await new Promise<void>((resolve, reject) => {
    const query = new driver.Query(statement, (error) => (error ? reject(failure ?? error) : resolve()));
    const handleCopyInResponse = async (connection: CopyConnection) => {
      try {
        for await (const chunk of rows) {
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
        }
        connection.endCopyFrom();
      } catch (error) {
        failure = error as Error;
        connection.sendCopyFail(failure.message);
      }
    };
    client.query(Object.assign(query, { handleCopyInResponse }));
  });
}
