import { addresses } from "#features/addresses/declaration.ts";
import { ads } from "#features/ads/declaration.ts";
import { articles } from "#features/articles/declaration.ts";
import { audit } from "#features/audit/declaration.ts";
import { calendar } from "#features/calendar/declaration.ts";
import { categories } from "#features/categories/declaration.ts";
import { contact } from "#features/contact/declaration.ts";
import { documents } from "#features/documents/declaration.ts";
import { events } from "#features/events/declaration.ts";
import { feeds } from "#features/feeds/declaration.ts";
import { identity } from "#features/identity/declaration.ts";
import { keys } from "#features/keys/declaration.ts";
import { mail } from "#features/mail/declaration.ts";
import { media } from "#features/media/declaration.ts";
import { newsletter } from "#features/newsletter/declaration.ts";
import { notifications } from "#features/notifications/declaration.ts";
import { pages } from "#features/pages/declaration.ts";
import { personalData } from "#features/personal-data/declaration.ts";
import { record } from "#features/record/declaration.ts";
import { settings } from "#features/settings/declaration.ts";
import { system } from "#features/system/declaration.ts";
import { topics } from "#features/topics/declaration.ts";
import { transfer } from "#features/transfer/declaration.ts";
import { webhooks } from "#features/webhooks/declaration.ts";
import { wire } from "#features/wire/declaration.ts";
import type { Declaration } from "./declaration.ts";

/**
 * All features from top to bottom: each imports only those below it (.dependency-cruiser.cjs reads the order here).
 * `src/shared` contains small pure modules that run on the server and in browsers; this is the only one that imports
 * features, and only their declarations.
 */
export const FEATURES = {
  system,
  "personal-data": personalData,
  webhooks,
  wire,
  transfer,
  calendar,
  feeds,
  search: {},
  pages,
  newsletter,
  contact,
  record,
  articles,
  documents,
  notifications,
  editor: {},
  content: {},
  ads,
  categories,
  topics,
  media,
  keys,
  identity,
  mail,
  addresses,
  settings,
  tasks: {},
  events,
  audit,
  market: {},
} as const satisfies Record<string, Declaration>;

type Declared = (typeof FEATURES)[keyof typeof FEATURES];
export type ScopeKind = Extract<Declared, { scopes: readonly string[] }>["scopes"][number];

type Registry = Omit<Declaration, "scopes">;
type NameIn<Part extends keyof Registry, One = Declared> =
  One extends Record<Part, infer Entries> ? keyof Entries & string : never;

/** What has an address in the register. */
export type AddressKind = NameIn<"addresses">;
type ActionName = NameIn<"actions">;
/** What names a kind of records in the audit log, which has its creations, updates and deletions. */
export type RecordName = {
  [Name in ActionName]: Name extends `${infer Kind}.create`
    ? `${Kind}.${"update" | "delete"}` extends ActionName
      ? Kind
      : never
    : never;
}[ActionName];
/** What shows pictures. */
export type PictureOwner = NameIn<"pictures">;

/** One part of all features' declarations, by name. */
export const declared = <Part extends keyof Registry>(part: Part) =>
  Object.assign({}, ...Object.values<Declaration>(FEATURES).map((feature) => feature[part])) as Record<
    NameIn<Part>,
    NonNullable<Registry[Part]>[string]
  >;
