import { join } from "node:path";
import { contentPreparer } from "#features/content/commands.ts";
import { deriveContent, type PreparedContent } from "#features/content/derive.ts";
import { siteHost } from "#features/content/own-addresses.ts";
import { patient } from "./slowness.ts";

const WORKER = join(import.meta.dirname, "../../src/features/content/worker.ts");

/** Longer than any text takes on a busy machine. */
const TASK_TIMEOUT_MS = patient(90_000);

/** Prepares content for a store of a test. It needs no closing: its thread ends when it is idle. */
export const openContent = (siteUrl?: string) =>
  contentPreparer(WORKER, { taskTimeoutMs: TASK_TIMEOUT_MS, ...(siteUrl && { siteHosts: [siteHost(siteUrl)] }) });

/** Content as the writing commands take it. */
export const prepared = (html: string): PreparedContent => deriveContent(html).content;

/** What is stored of any HTML. */
export const cleanHtml = (html: string): string => prepared(html).html;
