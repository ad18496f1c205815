/**
 * The errors domain code throws. Each names a mistake in one sentence for a person; one place (app/errors) turns
 * them into HTTP. `errors` maps field to sentence.
 */
export class DomainError extends Error {
  readonly errors: Record<string, string> | undefined;
  constructor(detail: string, errors?: Record<string, string>) {
    super(detail);
    this.errors = errors;
    this.name = new.target.name;
  }
}

/** Unknown, or not to be seen by the one who asks: the two answer alike. HTTP 404. */
export class NotFoundError extends DomainError {}

/** Malformed or against a rule. HTTP 400. */
export class InvalidError extends DomainError {}

/** No credential, or one that does not hold. HTTP 401. */
export class UnauthenticatedError extends DomainError {}

/** Known, but not allowed. HTTP 403. */
export class ForbiddenError extends DomainError {}

/** Against the present state: a taken slug, a stale edit. HTTP 409. */
export class ConflictError extends DomainError {}

/** Still needed by others. `usedIn` names them. HTTP 409. */
export class InUseError extends ConflictError {
  readonly usedIn: object[];
  constructor(detail: string, usedIn: object[]) {
    super(detail);
    this.usedIn = usedIn;
  }
}

/** Was there once, and is not to come back. HTTP 410. */
export class GoneError extends DomainError {}

/** Larger than is accepted. HTTP 413. */
export class TooLargeError extends DomainError {}

/** Of a kind that is not accepted. HTTP 415. */
export class UnsupportedMediaError extends DomainError {}

/** Asked too often. `retryAfter` in seconds. HTTP 429. */
export class TooManyRequestsError extends DomainError {
  readonly retryAfter: number;
  constructor(detail: string, retryAfter: number) {
    super(detail);
    this.retryAfter = retryAfter;
  }
}
