import { JaridaError } from "./error.ts";
import type { RequestOptions } from "./types.ts";

export type Settings = {
  /** The address of the publication, with its scheme. */
  address: string;
  key: string | (() => string | Promise<string>) | undefined;
  timeout: number;
  retries: number;
  maxRetryDelay: number;
  fetch: typeof globalThis.fetch;
};
export type Sent = RequestOptions & {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
};

/** Methods that can be repeated without doing something twice. */
const REPEATABLE = /^(GET|PUT|DELETE) /;
const TEMPORARY: ReadonlySet<number> = new Set([429, 503]);
const FIRST_DELAY = 500;

/**
 * Sends a request, and again if it failed for a time and may be repeated. Rejects with JaridaError for a response that is an
 * error, and with the reason of `fetch` without a response. `read` is part of the attempt, and of its time limit.
 */
export async function send<Read>(
  settings: Settings,
  operation: string,
  options: Sent,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  const { signal, timeout = settings.timeout } = options;
  const url = addressOf(settings.address, operation, options);
  const init = await initOf(settings, operation, options);
  const isRepeatable = REPEATABLE.test(operation) || options.idempotencyKey !== undefined;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOf({ settings, operation, url, init, signal, timeout }, read);
    if ("value" in outcome) return outcome.value;
    const { error, isTemporary } = outcome;
    const after = error instanceof JaridaError ? error.retryAfter : undefined;
    const delay = after === undefined ? FIRST_DELAY * 2 ** attempt * (1 + Math.random()) : after * 1000;
    if (!isTemporary || !isRepeatable || attempt >= settings.retries || delay > settings.maxRetryDelay) throw error;
    await pause(delay, signal);
  }
}

type Outcome<Read> = { value: Read } | { error: unknown; isTemporary: boolean };
type Attempt = {
  settings: Settings;
  operation: string;
  url: string;
  init: RequestInit;
  signal: AbortSignal | undefined;
  timeout: number;
};

async function attemptOf<Read>(
  { settings, operation, url, init, signal, timeout }: Attempt,
  read: (response: Response) => Promise<Read>,
): Promise<Outcome<Read>> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(new DOMException("The server took too long.", "TimeoutError")), timeout);
  try {
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    const response = await settings.fetch(url, { ...init, signal: either });
    if (response.ok) return { value: await read(response) };
    const error = new JaridaError(operation, response, await bodyOf(response));
    // The first attempt is still at work.
    const isBusy = error.code === "idempotency_key_in_progress";
    return { error, isTemporary: isBusy || TEMPORARY.has(response.status) };
  } catch (error) {
    // Without a connection, `fetch` rejects with a TypeError.
    return { error, isTemporary: error instanceof TypeError };
  } finally {
    clearTimeout(timer);
  }
}

async function initOf(settings: Settings, operation: string, options: Sent): Promise<RequestInit> {
  const { body, ifMatch, idempotencyKey } = options;
  const headers = new Headers({ accept: "application/json", ...options.headers });
  const key = typeof settings.key === "function" ? await settings.key() : settings.key;
  if (key) headers.set("authorization", `Bearer ${key}`);
  if (ifMatch !== undefined) headers.set("if-match", ifMatch);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("content-type", "application/json");
  const [method = ""] = operation.split(" ");
  return {
    method,
    headers,
    credentials: "omit",
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  };
}

/** The address of a request. Throws a TypeError for a part of the path that would lead elsewhere. */
function addressOf(address: string, operation: string, { path = {}, query = {} }: Sent): string {
  const [, template = ""] = operation.split(" ");
  const filled = template.replace(/\{(\w{1,50})\}/g, (_all, name: string) => {
    const value = String(path[name] ?? "");
    if (value === "" || value === "." || value === "..") throw new TypeError(`path.${name} is missing or invalid.`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${address}/api${filled}${given.length > 0 ? `?${parameters}` : ""}`;
}

/** The body of a response, parsed if it is JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
