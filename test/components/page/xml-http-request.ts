/** The page's `XMLHttpRequest`, as far as uploads use it, on the page's `fetch`. */
export const xmlHttpRequestOn = (fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  class {
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    responseText = "";
    #response: Response | undefined;
    #method = "";
    #url = "";
    readonly #headers: Record<string, string> = {};
    readonly #abort = new AbortController();
    open(method: string, url: string): void {
      this.#method = method;
      this.#url = new URL(url, location.origin).href;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    getResponseHeader = (name: string): string | null => this.#response?.headers.get(name) ?? null;
    abort = (): void => this.#abort.abort();
    async send(body: BodyInit | null): Promise<void> {
      const { signal } = this.#abort;
      try {
        this.#response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal });
        this.responseText = await this.#response.text();
        this.status = this.#response.status;
      } catch {
        return signal.aborted ? this.onabort?.() : this.onerror?.();
      }
      this.onload?.();
    }
  };
