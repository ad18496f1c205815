/**
 * The errors that domain code throws. Each describes a mistake in one sentence for a person; app/errors maps them to
 * HTTP. `errors` maps field to sentence.
 */
export class DomainError extends Error {
  readonly errors: Record<string, string> | undefined;
  constructor(detail: string, errors?: Record<string, string>) {
    super(detail);
    this.errors = errors;
    this.name = new.target.name;
  }
}

/** Unknown, or not visible to the caller: the two look alike. HTTP 404. */
export class NotFoundError extends DomainError {}

/** Readers have seen it, and it was removed. A page that shows it is 410, a call of the API 404. */
export class RemovedError extends NotFoundError {}

/** Malformed or against a rule. HTTP 400. */
export class InvalidError extends DomainError {}

/** No credential, or an invalid one. HTTP 401. */
export class UnauthenticatedError extends DomainError {}

/** Known, but not allowed. HTTP 403. */
export class ForbiddenError extends DomainError {}

/** In conflict with the current state: a taken slug, a stale edit. HTTP 409. */
export class ConflictError extends DomainError {}

/** Still used by others. `usedIn` lists them. HTTP 409. */
export class InUseError extends ConflictError {
  readonly usedIn: object[];
  constructor(detail: string, usedIn: object[]) {
    super(detail);
    this.usedIn = usedIn;
  }
}

/** Existed once and was removed for good. HTTP 410. */
export class GoneError extends DomainError {}

/** Larger than allowed. HTTP 413. */
export class TooLargeError extends DomainError {}

/** Of a type that is not accepted. HTTP 415. */
export class UnsupportedMediaError extends DomainError {}

/** Too many requests. `retryAfter` in seconds. HTTP 429. */
export class TooManyRequestsError extends DomainError {
  readonly retryAfter: number;
  constructor(detail: string, retryAfter: number) {
    super(detail);
    this.retryAfter = retryAfter;
  }
}
