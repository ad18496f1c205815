import { parentPort } from "node:worker_threads";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { DomainError } from "#shared/errors.ts";
import { deriveContent, type Preparation } from "./derive.ts";
import type { Surface } from "./model.ts";

/**
 * Parses long content in its own thread, so that the server can handle other requests. See commands.ts.
 */

export type ContentTask = {
  id: number;
  html: string;
  addresses: readonly string[];
  surface: Surface | undefined;
  known: KnownItems | undefined;
};
/** A domain error is passed by name, as class instances cannot be sent between threads. */
export type ContentTaskAnswer = { id: number } & (
  | { preparation: Preparation }
  | { refusal: { name: string; detail: string; errors: Record<string, string> | undefined } }
  | { fault: string }
);

function answerTo({ id, html, addresses, surface, known }: ContentTask): ContentTaskAnswer {
  try {
    return { id, preparation: deriveContent(html, addresses, surface, known) };
  } catch (error) {
    if (error instanceof DomainError)
      return { id, refusal: { name: error.name, detail: error.message, errors: error.errors } };
    return { id, fault: String(error) };
  }
}

parentPort?.on("message", (task: ContentTask) => parentPort?.postMessage(answerTo(task)));
