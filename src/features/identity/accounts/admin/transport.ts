import { fetchApi, NetworkError } from "#shared/api-client.ts";

export type Transfer = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((share: number) => void) | undefined;
  /** Delivered even if the page is closed. */
  outlivesPage?: boolean;
};

/** Sends one request unchanged. Returns the response whatever its status; throws NetworkError if there is none. */
export async function transfer(request: Transfer): Promise<Response> {
  if (request.onProgress) return transferWithProgress(request, request.onProgress);
  const { method, url, headers, body, signal, outlivesPage = false } = request;
  try {
    return await fetchApi(url, {
      method,
      headers,
      keepalive: outlivesPage,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function transferWithProgress(request: Transfer, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = () => {
      const etag = xhr.getResponseHeader("etag");
      const isEmpty = xhr.status === 204 || xhr.status === 304;
      resolve(new Response(isEmpty ? null : xhr.responseText, { status: xhr.status, headers: etag ? { etag } : {} }));
    };
    xhr.onerror = () => reject(new NetworkError());
    xhr.ontimeout = () => reject(new NetworkError());
    xhr.onabort = () => reject(request.signal?.reason ?? new DOMException("Aborted", "AbortError"));
    request.signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(request.body ?? null);
  });
}
