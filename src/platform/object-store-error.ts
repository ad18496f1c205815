/**
 * The object store is unavailable, too slow, rejects a request, or sends nonsense. `code` is S3's own name of the error, `status`
 * its HTTP status, if there was a response.
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
