import type { KeyPreset } from "#shared/declaration.ts";
import { KEY_PERMISSIONS, PERMISSIONS, type Permission } from "#shared/permissions.ts";

/** The scope of all reads that the role allows. Every other scope is a permission. */
export const READ = "read";
export const KEY_SCOPES = [READ, ...KEY_PERMISSIONS] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const MAX_KEYS = 100;
export const MAX_KEY_NAME = 80;
export const MAX_ORIGINS = 20;
/** How long a key works by default and at most, in days. */
export const KEY_DAYS = { initial: 365, max: 5 * 366 } as const;

const withPreset = (...presets: KeyPreset[]): Permission[] =>
  KEY_PERMISSIONS.filter((name) => presets.some((preset) => preset === PERMISSIONS[name].keys));

/** Scopes for common uses, by the name that people see. */
export const PRESETS: Readonly<Record<string, readonly KeyScope[]>> = {
  "Read everything": [READ],
  "Write drafts": withPreset("drafts"),
  Publish: withPreset("drafts", "publishing"),
};

/** What a scope allows, in words. */
export const wordsOfScope = (scope: KeyScope): string =>
  scope === READ ? "read whatever the role may read" : PERMISSIONS[scope].does;

/** The permissions that scopes grant a request: `read` grants all of them to requests that change nothing. */
export const grantsOf = (scopes: readonly string[], method: string): ReadonlySet<string> =>
  new Set(scopes.includes(READ) && (method === "GET" || method === "HEAD") ? KEY_PERMISSIONS : scopes);
