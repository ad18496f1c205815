import { fingerprint } from "#shared/fingerprint.ts";

/**
 * What the audit log tells of, in the words of the screen. A name is the kind of thing and what happened to it. Stored,
 * so a name never changes its meaning.
 */
export const ACTIONS = {
  "session.start": "Signed in",
  "session.fail": "Sign-in failed",
  "session.block": "Sign-in blocked after too many failures",
  "session.end": "Signed out",
  "session.revoke": "Sessions ended",
  "password.change": "Password changed",
  "password.reset": "Password reset",
  "password.fail": "Wrong current password",
  "factor.add": "Authenticator added",
  "factor.remove": "Authenticator removed",
  "factor.fail": "Wrong code",
  "factor.recovery": "Recovery codes made",
  "factor.off": "Second step turned off",
  "passkey.add": "Passkey added",
  "passkey.remove": "Passkey removed",
  "access.deny": "Refused: not allowed",
  "account.add": "Account added",
  "account.invite": "Person invited",
  "account.uninvite": "Invitation withdrawn",
  "account.join": "Invitation accepted",
  "account.role": "Role changed",
  "account.suspend": "Account suspended",
  "account.resume": "Account resumed",
  "account.unlock": "Account unlocked",
  "account.email": "Email changed",
  "account.email_ask": "Email change asked for",
  "account.email_cancel": "Email change cancelled",
  "account.profile": "Profile changed",
  "account.remove": "Account removed",
  "account.export": "Account’s data exported",
  "account.erase": "Account’s data erased",
  "holding.add": "Holding registered",
  "holding.change": "Holding changed",
  "holding.remove": "Holding removed from the register",
  "article.create": "Article created",
  "article.publish": "Article published",
  "article.schedule": "Article scheduled",
  "article.unschedule": "Schedule cancelled",
  "article.update": "Article changed",
  "article.correct": "Article corrected",
  "article.ask": "Somebody asked to review",
  "article.unask": "Request for a review withdrawn",
  "article.approve": "Article approved",
  "article.override": "Approval overridden",
  "article.disapprove": "Approval withdrawn",
  "article.unpublish": "Article unpublished",
  "article.trash": "Article put into the trash",
  "article.restore": "Article restored from the trash",
  "article.purge": "Article deleted for good",
  "article.share": "Preview link made",
  "article.unshare": "Preview links ended",
  "home.arrange": "Home page arranged",
  "category.create": "Category created",
  "category.update": "Category changed",
  "category.delete": "Category deleted",
  "ad.create": "Ad space created",
  "ad.update": "Ad space changed",
  "ad.delete": "Ad space deleted",
  "picture.describe": "Picture described",
  "picture.replace": "Picture replaced everywhere",
  "picture.delete": "Picture deleted",
  "picture.takedown": "Picture taken down",
  "mail.again": "Mail queued again",
  "issue.create": "Issue created",
  "issue.update": "Issue changed",
  "issue.schedule": "Issue scheduled",
  "issue.send": "Issue sent",
  "issue.test": "Test issue sent",
  "issue.pause": "Issue paused",
  "issue.resume": "Issue resumed",
  "issue.delete": "Issue deleted",
  "subscriber.add": "Subscriber added",
  "subscriber.remove": "Subscriber removed",
  "subscriber.import": "Subscribers imported",
  "subscriber.repair": "Bounces of subscribers cleared",
  "subscriber.export": "Subscribers exported",
  "person.export": "Person’s data exported",
  "person.erase": "Person’s data erased",
  "message.delete": "Message deleted",
  "settings.change": "Settings changed",
  "secret.rotate": "Secret key rotated",
  "secret.forget": "Former secret keys forgotten",
  "publication.backup": "Backup made",
  "publication.restore": "Backup restored",
  "publication.move": "Database moved",
  "audit.export": "Audit log exported",
  "audit.prune": "Old entries of the audit log removed",
} as const;
export type Action = keyof typeof ACTIONS;

/** The kinds of actions, as the screen narrows them: what an action's name begins with. */
export const ACTION_KINDS = {
  session: "Sign-ins",
  password: "Passwords",
  factor: "Authenticators",
  passkey: "Passkeys",
  access: "Refused calls",
  account: "Accounts",
  holding: "Holdings",
  article: "Articles",
  home: "Home page",
  category: "Categories",
  ad: "Ad spaces",
  picture: "Pictures",
  mail: "Mails",
  issue: "Newsletter issues",
  subscriber: "Subscribers",
  person: "Readers’ data",
  message: "Messages",
  settings: "Settings",
  secret: "Secret keys",
  publication: "Backups and moves",
  audit: "This log",
} as const satisfies Record<Action extends `${infer Kind}.${string}` ? Kind : never, string>;

/** Days that entries are kept, where nobody has set another number, and the bounds of a setting. */
export const AUDIT_DAYS = { initial: 400, min: 30, max: 3_650 } as const;

/** Length of a search, in code points. */
export const MAX_AUDIT_QUERY = 200;

/** A search for text looks through the newest entries that the other filters leave, so many at most. */
export const MAX_SEARCHED = 50_000;

/** The version that an edit of the log's settings is based on. */
export const auditSettingsVersion = ({ retention_days }: { retention_days: number }): string =>
  fingerprint([String(retention_days)]);

/** A value as an entry keeps it: short ones as they are; of a long text only how long it is and its SHA-256. */
export type Kept = string | number | boolean | null | { characters: number; sha256: string };

/** What changed, by field: from which value to which; only `to` for a fact that replaces nothing, such as a reason. */
export type Changes = Record<string, { from?: Kept; to?: Kept }>;

/** The fields of a thing that differ before and after a change, as an entry tells of them. */
export function changedFields<Thing extends object>(
  before: Partial<Thing>,
  after: Partial<Thing>,
  fields: readonly (keyof Thing & string)[] = Object.keys(after) as (keyof Thing & string)[],
): Record<string, { from?: unknown; to?: unknown }> {
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
