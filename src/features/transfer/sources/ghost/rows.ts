import { setImmediate as macrotask } from "node:timers/promises";
import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import type { SourceEntry } from "../files.ts";
import { SourceError } from "../items.ts";

/** A row of a table of Ghost's database. */
export type Row = Readonly<Record<string, unknown>>;

/** More than the database of Ghost can store in a field. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 12;
/** Names around tables: `db[0].data`, `data.data`, or `data` alone. */
const AROUND: ReadonlySet<string> = new Set(["db", "data"]);

type Frame = { isList: boolean; name: string };
type OpenRow = { parser: TokenParser; table: string; depth: number };

/**
 * Yields the rows of the tables that `isWanted`, in the order of the file, which is read in pieces. Throws SourceError if it is not
 * JSON, is cut off, or has a row that is too large.
 */
export async function* rowsOf(
  entry: SourceEntry,
  isWanted: (table: string) => boolean,
): AsyncGenerator<{ table: string; row: Row }> {
  const scanner = new Scanner(isWanted);
  const stream = await entry.open();
  try {
    for await (const chunk of stream) {
      scanner.write(chunk);
      yield* scanner.takeRows();
      // Small files arrive in one piece, large ones without a pause if they are cached.
      await macrotask();
    }
    scanner.end();
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    throw new SourceError(`${entry.path} is not valid JSON. Export it from Ghost again.`, { cause });
  } finally {
    stream.destroy();
  }
}

class Scanner {
  readonly #isWanted: (table: string) => boolean;
  readonly #tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024, numberBufferSize: 64 });
  readonly #frames: Frame[] = [];
  #name = "";
  #row: OpenRow | null = null;
  #rows: { table: string; row: Row }[] = [];
  #isComplete = false;
  #read = 0;
  /** Where the row or token started that is not complete. */
  #start = 0;

  constructor(isWanted: (table: string) => boolean) {
    this.#isWanted = isWanted;
    this.#tokenizer.onToken = ({ token, value }) => this.#take(token, value);
  }

  write(chunk: Uint8Array): void {
    this.#read += chunk.length;
    this.#tokenizer.write(chunk);
    if (this.#read - this.#start > MAX_ROW_BYTES) throw new SourceError("A row of the export is larger than 64 MiB.");
  }

  takeRows(): { table: string; row: Row }[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (!this.#isComplete) throw new SourceError("The export is cut off. Download it from Ghost again.");
  }

  #take(token: TokenType, value: unknown): void {
    if (this.#row) {
      this.#takeOfRow(this.#row, token, value);
      return;
    }
    this.#start = this.#read;
    if (isOpening(token)) {
      this.#open(token, value);
    } else if (isClosing(token)) {
      if (!this.#frames.pop()) throw new SourceError("The export has a bracket too many.");
      this.#isComplete = this.#frames.length === 0;
    } else if (token === TokenType.STRING) {
      this.#name = String(value);
    }
  }

  #open(token: TokenType, value: unknown): void {
    const isList = token === TokenType.LEFT_BRACKET;
    const table = isList ? null : this.#tableHere();
    if (table !== null && this.#isWanted(table)) {
      const parser = new TokenParser();
      parser.onValue = ({ value: row, stack }) => {
        if (stack.length === 0) this.#rows.push({ table, row: row as Row });
      };
      this.#takeOfRow({ parser, table, depth: 0 }, token, value);
      return;
    }
    // A name is the last text before the bracket, unless that is in a list.
    const name = this.#frames.at(-1)?.isList === false ? this.#name : "";
    if (this.#frames.push({ isList, name }) > MAX_DEPTH * 10) throw new SourceError("The export is nested too deeply.");
  }

  /** The table whose rows are in the innermost list; null if it is none. */
  #tableHere(): string | null {
    if (this.#frames.at(-1)?.isList !== true) return null;
    const names = this.#frames.map(({ name }) => name).filter((name) => name !== "" && !AROUND.has(name));
    return names.length === 1 && names[0] === this.#frames.at(-1)?.name ? (names[0] ?? null) : null;
  }

  #takeOfRow({ parser, table, depth }: OpenRow, token: TokenType, value: unknown): void {
    const next = depth + (isOpening(token) ? 1 : isClosing(token) ? -1 : 0);
    if (next > MAX_DEPTH) throw new SourceError(`A row of the table ${table} is nested too deeply.`);
    parser.write({ token, value } as Parameters<TokenParser["write"]>[0]);
    this.#row = next === 0 ? null : { parser, table, depth: next };
  }
}

const isOpening = (token: TokenType): boolean => token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET;
const isClosing = (token: TokenType): boolean => token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET;
