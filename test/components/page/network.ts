/** A request of the page; `body` has one character for each byte. */
export type PageRequest = { method: string; url: string; headers: Record<string, string>; body: string };
export type PageResponse = { status: number; headers?: Record<string, string>; body?: string | Uint8Array };
/** Responds to a request; null if the connection is lost. */
export type Backend = (request: PageRequest) => Promise<PageResponse | null>;
type Pattern = string | RegExp | ((url: URL) => boolean);
type Fulfilment = {
  status?: number;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
  response?: RoutedResponse;
};
export type RoutedResponse = {
  status: () => number;
  json: () => Promise<unknown>;
  text: () => Promise<string>;
  raw: PageResponse;
};
type Handler = (route: Route) => unknown;
type Rule = { pattern: Pattern; handle: Handler };

function matchesUrl(pattern: Pattern, url: URL): boolean {
  if (typeof pattern === "function") return pattern(url);
  if (pattern instanceof RegExp) return pattern.test(url.href);
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\?]/g, "\\$&")
    .replaceAll("**", "\u0000")
    .replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped.replaceAll("\u0000", ".*")}$`).test(
    pattern.startsWith("**") ? url.href : url.pathname + url.search,
  );
}

export class RoutedRequest {
  readonly given: PageRequest;
  constructor(given: PageRequest) {
    this.given = given;
  }
  method = () => this.given.method;
  url = () => new URL(this.given.url, location.origin).href;
  headers = () => this.given.headers;
  postData = () => new TextDecoder().decode(Uint8Array.from(this.given.body, (char) => char.charCodeAt(0)));
  postDataJSON = () => (this.given.body ? JSON.parse(this.postData()) : null);
}

/** What a test does with one request of the page. */
export class Route {
  readonly #request: RoutedRequest;
  readonly #next: () => Promise<PageResponse | null>;
  readonly settle: (response: Promise<PageResponse | null> | PageResponse | null) => void;
  constructor(request: RoutedRequest, next: () => Promise<PageResponse | null>, settle: Route["settle"]) {
    this.#request = request;
    this.#next = next;
    this.settle = settle;
  }
  request = () => this.#request;
  async fulfill({ status = 200, json, body = "", headers = {}, response }: Fulfilment): Promise<void> {
    if (response) this.settle(response.raw);
    else if (json !== undefined)
      this.settle({ status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(json) });
    else this.settle({ status, headers, body });
  }
  async abort(_reason?: string): Promise<void> {
    this.settle(null);
  }
  async continue(): Promise<void> {
    this.settle(this.#next());
  }
  fallback = () => this.continue();
  async fetch(): Promise<RoutedResponse> {
    const raw = await this.#next();
    if (!raw) throw new Error("The connection was lost.");
    const text = async () => (typeof raw.body === "string" ? raw.body : new TextDecoder().decode(raw.body));
    return { status: () => raw.status, text, json: async () => JSON.parse(await text()), raw };
  }
}

/** A form as a browser sends it. */
async function encodeForm(form: FormData): Promise<{ type: string; bytes: Uint8Array }> {
  const boundary = "----FormBoundaryOfTheTest";
  const parts: (string | Uint8Array)[] = [];
  for (const [name, value] of form.entries()) {
    const isText = typeof value === "string";
    const file = isText ? "" : `; filename="${value.name}"\r\nContent-Type: ${value.type}`;
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`);
    parts.push(isText ? value : new Uint8Array(await value.arrayBuffer()), "\r\n");
  }
  const bytes = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** The page's network: a backend, and what tests put in between. */
export class Network {
  readonly #backend: Backend;
  #rules: Rule[] = [];
  readonly #listeners = new Set<(request: RoutedRequest, response: PageResponse | null) => void>();
  isOffline = false;
  #closed = new AbortController();
  readonly requests: RoutedRequest[] = [];
  /** What handlers threw, such as a failed expectation: to the page it looks like a lost connection. */
  readonly faults: unknown[] = [];
  constructor(backend: Backend) {
    this.#backend = backend;
  }
  route(pattern: Pattern, handle: Handler): void {
    this.#rules.unshift({ pattern, handle });
  }
  unroute(pattern?: Pattern): void {
    this.#rules = this.#rules.filter((rule) => pattern !== undefined && String(rule.pattern) !== String(pattern));
  }
  /** Calls `listener` after each response until the returned function is called. */
  listen(listener: (request: RoutedRequest, response: PageResponse | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #send(request: RoutedRequest, rules: Rule[]): Promise<PageResponse | null> {
    const [rule, ...others] = rules;
    if (!rule) return this.isOffline ? null : this.#backend(request.given);
    if (!matchesUrl(rule.pattern, new URL(request.url()))) return this.#send(request, others);
    return new Promise((resolve, reject) => {
      const route = new Route(request, () => this.#send(request, others), resolve);
      Promise.try(rule.handle, route).catch((fault: unknown) => {
        this.faults.push(fault);
        reject(fault);
      });
    });
  }

  /** Aborts all requests, and later ones, as the end of a page does. */
  close(): void {
    this.#closed.abort();
  }

  /** The page's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const form = init?.body instanceof FormData ? await encodeForm(init.body) : undefined;
    const made = new Request(input instanceof URL ? input.href : input, { ...init, ...(form && { body: null }) });
    const bytes = form?.bytes ?? new Uint8Array(await made.arrayBuffer());
    const { pathname, search } = new URL(made.url, location.origin);
    const request = new RoutedRequest({
      method: made.method,
      url: pathname + search,
      headers: { ...Object.fromEntries(made.headers), ...(form && { "content-type": form.type }) },
      body: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
    });
    this.requests.push(request);
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = () => reject(new DOMException("Aborted", "AbortError"));
      if (this.#closed.signal.aborted) abort();
      for (const signal of [init?.signal, this.#closed.signal]) signal?.addEventListener("abort", abort);
    });
    const response = await Promise.race([this.#send(request, this.#rules), aborted]);
    for (const listener of this.#listeners) listener(request, response);
    if (!response) throw new TypeError("Failed to fetch");
    const hasBody = response.status !== 204 && response.status !== 304;
    return new Response(hasBody ? ((response.body ?? "") as BodyInit) : null, {
      status: response.status,
      headers: response.headers ?? {},
    });
  };
}
