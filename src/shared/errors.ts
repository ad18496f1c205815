import type { CodeOf, ErrorCode } from "./error-codes.ts";

/**
 * The errors that domain code throws. Each has a code for clients and one sentence for a person; app/errors.ts maps them
 * to HTTP. `errors` maps field to sentence.
 */
export class DomainError<Status extends number = number> extends Error {
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  constructor(code: CodeOf<Status>, detail: string, errors?: Record<string, string>) {
    super(detail);
    this.code = code;
    this.errors = errors;
    this.name = new.target.name;
  }
}

/** Unknown, or not visible to the caller: the two look alike. */
export class NotFoundError extends DomainError<404> {}

/** Readers have seen it, and it was removed. Its page is 410, the API responds with 404. */
export class RemovedError extends NotFoundError {}

/** Malformed or against a rule. */
export class InvalidError extends DomainError<400> {}

/** No credential, or an invalid one. `scope`: what an API key would need. */
export class UnauthenticatedError extends DomainError<401> {
  scope?: string;
}

/** Known, but not allowed. */
export class ForbiddenError extends DomainError<403> {}

/** The API key lacks a scope that its role could have. */
export class MissingScopeError extends ForbiddenError {
  readonly scope: string;
  constructor(scope: string) {
    super("missing_scope", `The API key needs the scope ${scope}.`);
    this.scope = scope;
  }
}

/** In conflict with the current state: a taken slug, a stale edit. */
export class ConflictError extends DomainError<409> {}

/** Still used by others. `usedIn` lists them. */
export class InUseError extends ConflictError {
  readonly usedIn: object[];
  constructor(code: CodeOf<409>, detail: string, usedIn: object[]) {
    super(code, detail);
    this.usedIn = usedIn;
  }
}

/** Existed once and was removed permanently. */
export class GoneError extends DomainError<410> {}

/** Larger than allowed. */
export class TooLargeError extends DomainError<413> {}

/** Of a type that is not accepted. */
export class UnsupportedMediaError extends DomainError<415> {}

/** Too many requests. `retryAfter` in seconds. */
export class TooManyRequestsError extends DomainError<429> {
  readonly retryAfter: number;
  constructor(code: CodeOf<429>, detail: string, retryAfter: number) {
    super(code, detail);
    this.retryAfter = retryAfter;
  }
}

/** A mistake in how a command was run, or in the files and databases it was given. Printed, never sent to a client. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Whether an action passes its checks: false if it throws ForbiddenError. Other errors are thrown. */
export async function isAllowed(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError) return false;
    throw error;
  }
}
