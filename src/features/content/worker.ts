import { parentPort } from "node:worker_threads";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { DomainError } from "#shared/errors.ts";
import { deriveContent, type PageOptions, type Preparation } from "./derive.ts";
import { type StoredText, storedMarkdown } from "./markdown.ts";
import type { Surface } from "./model.ts";

/**
 * Parses long content in its own thread, so that the server can handle other requests. See commands.ts.
 */

export type PrepareTask = {
  html: string;
  addresses: readonly string[];
  surface: Surface | undefined;
  known: KnownItems | undefined;
  page: PageOptions;
};
export type ContentTask = { id: number } & ({ prepare: PrepareTask } | { markdown: StoredText });
/** A domain error is passed by its parts, as class instances cannot be sent between threads. */
export type ContentRejection = Pick<DomainError, "code" | "message" | "errors">;
export type ContentTaskResult = { id: number } & (
  | { done: Preparation | string }
  | { rejection: ContentRejection }
  | { fault: string }
);

function contentOf(task: ContentTask): Preparation | string {
  if ("markdown" in task) return storedMarkdown(task.markdown);
  const { html, addresses, surface, known, page } = task.prepare;
  return deriveContent(html, addresses, surface, known, page);
}

function resultOf(task: ContentTask): ContentTaskResult {
  const { id } = task;
  try {
    return { id, done: contentOf(task) };
  } catch (error) {
    if (error instanceof DomainError)
      return { id, rejection: { code: error.code, message: error.message, errors: error.errors } };
    return { id, fault: String(error) };
  }
}

parentPort?.on("message", (task: ContentTask) => parentPort?.postMessage(resultOf(task)));
