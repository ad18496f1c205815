import { parentPort } from "node:worker_threads";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { DomainError } from "#shared/errors.ts";
import { deriveContent, type PageOptions, type Preparation } from "./derive.ts";
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
  page: PageOptions;
};
/** A domain error is passed by its parts, as class instances cannot be sent between threads. */
export type ContentRejection = Pick<DomainError, "code" | "message" | "errors">;
export type ContentTaskResult = { id: number } & (
  | { preparation: Preparation }
  | { rejection: ContentRejection }
  | { fault: string }
);

function resultOf({ id, html, addresses, surface, known, page }: ContentTask): ContentTaskResult {
  try {
    return { id, preparation: deriveContent(html, addresses, surface, known, page) };
  } catch (error) {
    if (error instanceof DomainError)
      return { id, rejection: { code: error.code, message: error.message, errors: error.errors } };
    return { id, fault: String(error) };
  }
}

parentPort?.on("message", (task: ContentTask) => parentPort?.postMessage(resultOf(task)));
