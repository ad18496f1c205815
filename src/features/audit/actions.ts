import { declared } from "#shared/features.ts";

/** The labels of all actions, by name. */
export const ACTIONS = declared("actions");
export type Action = keyof typeof ACTIONS;

type ActionKind = Action extends `${infer Kind}.${string}` ? Kind : never;

/** The kinds of actions, as the screen narrows them: what an action's name begins with. */
export const ACTION_KINDS: Record<ActionKind, string> = declared("actionKinds");
