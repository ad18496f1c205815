import type { Role } from "./actor.ts";

/** Whether a permission covers everything or only the user's own content. */
export type Reach = "any" | "own";

/** The presets of scopes for API keys that contain a permission: publishing contains drafts. `alone`: neither does. */
export type KeyPreset = "drafts" | "publishing" | "alone";

/**
 * `does`: what it allows, in words. Roles that are not listed do not have it, and API keys only if `keys` says so: never
 * for accounts, sessions, personal data, or the rules that bind people (decision 249).
 */
export type Rule = { does: string; roles: Partial<Record<Role, Reach>>; keys?: KeyPreset };

export const everyone = { chief: "any", editor: "any", writer: "any", contributor: "any" } as const;
export const ownBelowEditor = { chief: "any", editor: "any", writer: "own", contributor: "own" } as const;
export const editors = { chief: "any", editor: "any" } as const;
export const chiefs = { chief: "any" } as const;

/** A screen of the admin area. Its component is in `app/admin/screens.tsx`. */
export type AdminScreen = {
  title: string;
  /** Its address; other features link to it by `adminUrl`. */
  path: string;
  /** Addresses below it: sections of the screen, or one for each document, with `new` for a new one. */
  below?: "sections" | "documents";
  /** Any of these permissions opens it. Without them, everyone can open it. */
  needs?: readonly string[];
  /** How the command palette lists it; label, address and permission default to the screen's own. */
  finder?: readonly { label?: string; path?: string; words?: string; needs?: string }[];
  /** Labels of its sections and fields that no form declares, as it shows them: the index of settings finds them. */
  parts?: readonly string[];
};

/** Personal data about staff: a row of docs/privacy.md. */
export type PersonalData = {
  /** Columns that name the account, each with the part of an export that has its rows, or null. */
  columns: Readonly<Record<string, string | null>>;
  /** Other tables and folders that contain it. */
  also?: readonly string[];
  until: string;
  /** Whether an export contains it, or why not. */
  exported: string;
  /** What an erasure leaves in the columns: no rows, the account's number without a name, or rows that expire within the hour. */
  erased: "gone" | "number" | "expires";
  /** More details about an erasure for docs/privacy.md. */
  afterwards?: string;
};

/** What a feature adds to the program's registries: plain data, in its `declaration.ts` (decision 112). */
export type Declaration = {
  screens?: Record<string, AdminScreen>;
  permissions?: Record<string, Rule>;
  /** Labels of the kinds of actions in the audit log, by the first part of their names. */
  actionKinds?: Record<string, string>;
  /** Labels of the actions in the audit log. Names are stored, so they never change their meaning. */
  actions?: Record<string, string>;
  /** Kinds of scopes: what its pages show and its changes touch (decision 24). */
  scopes?: readonly string[];
  /** Whose pages have addresses in the register: the pattern, and the error for an address that another one has. */
  addresses?: Record<string, { pattern: `${string}/:slug`; taken: string }>;
  /** What shows pictures: its name in the library, and where it is changed unless its own screen names it. */
  pictures?: Record<string, { label: string; path?: string }>;
  /** Personal data by what it is. Every column that names an account is in one of them (decision 117). */
  personalData?: Record<string, PersonalData>;
};
