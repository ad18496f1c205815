import { declared } from "#shared/features.ts";

export const ACTIONS = declared("actions");
export type Action = keyof typeof ACTIONS;

type ActionKind = Action extends `${infer Kind}.${string}` ? Kind : never;

/** The kinds of actions that the screen filters by: the first part of an action's name. */
export const ACTION_KINDS: Record<ActionKind, string> = declared("actionKinds");
