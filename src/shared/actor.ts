/** The roles, from most to least powerful. Their permissions: permissions.ts. */
export const ROLES = ["chief", "editor", "writer", "contributor"] as const;
export type Role = (typeof ROLES)[number];

/** The less powerful of two roles. */
export const weakerOf = (one: Role, other: Role): Role => (ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other);

/** The header by which a session asks to be treated as a less powerful role. It never raises one. */
export const VIEW_AS_HEADER = "x-view-as";

/** The role of a session that asks for another one by `VIEW_AS_HEADER`; for an unknown one the least powerful. */
export const roleAs = (own: Role, asked: unknown): Role =>
  asked === undefined ? own : weakerOf(own, ROLES.find((role) => role === asked) ?? "contributor");

/** The API key of a request. `grants`: the permissions that its scopes grant to this request. */
export type ActingKey = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly grants: ReadonlySet<string>;
};

declare const proof: unique symbol;

/**
 * Who makes a change. Commands require one, and only the checks that establish it can create one, so that a change
 * without a check does not compile. `accountId` is null for the operator at the machine (CLI, demo content).
 */
export type Actor = {
  readonly accountId: number | null;
  /** The account's role at this request; null for the operator and the system. */
  readonly role: Role | null;
  /** The session whose token came with the request; absent without a request. */
  readonly sessionId?: string;
  /** The API key of the request; absent for people. */
  readonly key?: ActingKey;
  /** The network of the request, too coarse to identify a person; absent without a request. */
  readonly network?: string;
  /** The program itself, in a job that no user requested. */
  readonly isSystem?: true;
  readonly [proof]: true;
};

/** The operator, who may run commands on the machine, has every permission. */
export const operator = { accountId: null, role: null } as Actor;

/** The program itself, in a job. */
export const system = { accountId: null, role: null, isSystem: true } as Actor;

/**
 * The user who requested work that runs later, restored from the account in the work's row. Permissions were checked
 * with the request, and are not checked again.
 */
export const onBehalfOf = (accountId: number | null): Actor => ({ accountId, role: null }) as Actor;
