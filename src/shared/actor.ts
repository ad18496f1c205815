declare const proof: unique symbol;

/**
 * Who makes a change. Commands require one, and only the checks that establish it can create one, so that a change
 * without a check does not compile. `accountId` is null for the operator at the machine (CLI, demo content).
 */
export type Actor = {
  readonly accountId: number | null;
  /** The session whose token came with the request; none where there is no request. */
  readonly sessionId?: string;
  readonly [proof]: true;
};

/** The operator: whoever may run commands on the machine may do everything. */
export const operator = { accountId: null } as Actor;

/** Who requested work that is done later: an actor established then, restored from the account in the work's row. */
export const onBehalfOf = (accountId: number | null): Actor => ({ accountId }) as Actor;
