import { parentPort } from "node:worker_threads";
import { DomainError } from "#shared/errors.ts";
import { deriveContent, type Preparation } from "./derive.ts";

/** The thread that parses long content, apart from the server's own: other requests go on meanwhile. See commands.ts. */

export type ContentTask = { id: number; html: string; addresses: readonly string[] };
/** A refusal comes as the name of its error, as classes do not travel between threads. */
export type ContentTaskAnswer = { id: number } & (
  | { preparation: Preparation }
  | { refusal: { name: string; detail: string; errors: Record<string, string> | undefined } }
  | { fault: string }
);

function answerTo({ id, html, addresses }: ContentTask): ContentTaskAnswer {
  try {
    return { id, preparation: deriveContent(html, addresses) };
  } catch (error) {
    if (error instanceof DomainError)
      return { id, refusal: { name: error.name, detail: error.message, errors: error.errors } };
    return { id, fault: String(error) };
  }
}

parentPort?.on("message", (task: ContentTask) => parentPort?.postMessage(answerTo(task)));
