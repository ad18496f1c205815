import { DomUtils, parseDocument } from "htmlparser2";

/** `chunks` must be read to its end or closed: until then it occupies a connection. */
export type BucketAnswer = { headers: Headers; chunks: AsyncGenerator<Uint8Array, void>; close: () => void };

/**
 * The store is away, too slow, refuses, or answers nonsense. `code` is S3's own name of the error, `status` its HTTP
 * status, where there was an answer.
 */
export class ObjectStoreError extends Error {
  override name = "ObjectStoreError";
  readonly code: string | undefined;
  readonly status: number | undefined;
  constructor(message: string, { code, status, cause }: { code?: string; status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

/** A list of a thousand names has some 400 kB. */
const MAX_XML_BYTES = 4 * 1024 * 1024;

/** The body of a response in parts, each of which must arrive in time, in milliseconds. `controller` ends the response. */
export function readable(
  response: Response,
  controller: AbortController,
  timeoutMs: number,
): Omit<BucketAnswer, "headers"> {
  async function* chunks() {
    const reader = response.body?.getReader();
    try {
      while (reader) {
        const timer = setTimeout(() => controller.abort(), timeoutMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw new ObjectStoreError(`The object store broke off: ${reasonOf(error, controller)}`, { cause: error });
    } finally {
      controller.abort();
    }
  }
  return { chunks: chunks(), close: () => controller.abort() };
}

/** Why a call or its answer failed, in words. */
export function reasonOf(error: unknown, { signal }: AbortController): string {
  if (signal.aborted) return "it took too long";
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

export type XmlDocument = ReturnType<typeof parseDocument>;
type XmlParent = Parameters<typeof DomUtils.getElementsByTagName>[1];

/** The body of an answer as an XML document. Throws ObjectStoreError if it is too large. */
export async function readXml({ chunks, close }: BucketAnswer): Promise<XmlDocument> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_XML_BYTES) throw new ObjectStoreError("The object store's answer is too long.");
      parts.push(chunk);
    }
  } finally {
    close();
  }
  return parseDocument(Buffer.concat(parts).toString(), { xmlMode: true });
}

/** Waits for the end of an answer that has nothing to say, so that its connection can be used again. */
export async function readToEnd({ chunks }: BucketAnswer): Promise<void> {
  while (!(await chunks.next()).done);
}

/** All elements of a name below `parent`, at any depth. */
export const elementsOf = (parent: XmlParent, name: string) => DomUtils.getElementsByTagName(name, parent);

/** The text of the first element of a name below `parent`; undefined if there is none. */
export function textOf(parent: XmlParent, name: string): string | undefined {
  const [element] = DomUtils.getElementsByTagName(name, parent, true, 1);
  return element && DomUtils.textContent(element).trim();
}
