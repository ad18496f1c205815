/** What an account may be, from who may do most to who may do least. What each may do: permissions.ts. */
export const ROLES = ["chief", "editor", "writer", "contributor"] as const;
export type Role = (typeof ROLES)[number];

declare const proof: unique symbol;

/**
 * Who makes a change. Commands require one, and only the checks that establish it can create one, so that a change
 * without a check does not compile. `accountId` is null for the operator at the machine (CLI, demo content).
 */
export type Actor = {
  readonly accountId: number | null;
  /** The account's role at this request; null for those who may do everything, as below. */
  readonly role: Role | null;
  /** The session whose token came with the request; none where there is no request. */
  readonly sessionId?: string;
  /** The network that the request came from, too coarse to find a person by; none where there is no request. */
  readonly network?: string;
  /** The program itself, in a job that nobody asked for. */
  readonly isSystem?: true;
  readonly [proof]: true;
};

/** The operator: whoever may run commands on the machine may do everything. */
export const operator = { accountId: null, role: null } as Actor;

/** The program itself: what jobs do because its time has come. */
export const system = { accountId: null, role: null, isSystem: true } as Actor;

/**
 * Who requested work that is done later: an actor established then, restored from the account in the work's row. What
 * the account may do was judged when it asked, and is not judged again.
 */
export const onBehalfOf = (accountId: number | null): Actor => ({ accountId, role: null }) as Actor;
