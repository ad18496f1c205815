import { type Kysely, sql } from "kysely";
import { type Engine, idColumn } from "./frozen/engine.ts";

/** The outbox, newsletter issues, the weekly digest, and the states that subscribers and messages gained. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await allowPendingSubscribers(db, engine);
  await sql`create index subscriber_by_status on subscriber (status, id)`.execute(db);
  await db.schema
    .alterTable("contact_message")
    .addColumn("state", "text", (column) =>
      column.notNull().defaultTo("new").check(sql`state in ('new', 'read', 'done', 'spam')`),
    )
    .execute();
  await sql`create index contact_by_email on contact_message (email)`.execute(db);
  await createOutbox(db, engine);
  await createIssues(db, engine);
}

/** SQLite cannot change a check: the table is made anew. Nothing refers to it yet. */
async function allowPendingSubscribers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const check = sql`check (status in ('pending', 'active', 'unsubscribed'))`;
  if (engine === "postgres") {
    await sql`alter table subscriber drop constraint subscriber_status_check`.execute(db);
    await sql`alter table subscriber add constraint subscriber_status_check ${check}`.execute(db);
    return;
  }
  await sql`create table subscriber_next (
    id integer primary key autoincrement, email text not null unique, status text not null ${check},
    created_at bigint not null, changed_at bigint not null)`.execute(db);
  await sql`insert into subscriber_next select id, email, status, created_at, changed_at from subscriber`.execute(db);
  await sql`drop table subscriber`.execute(db);
  await sql`alter table subscriber_next rename to subscriber`.execute(db);
}

async function createOutbox(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("mail_body")
    .$call(idColumn(engine))
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("html", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("mail")
    .$call(idColumn(engine))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'held', 'cancelled')`),
    )
    .addColumn("priority", "integer", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("body_id", "integer", (column) => column.notNull().references("mail_body.id"))
    .addColumn("issue_id", "integer")
    .addColumn("subscriber_id", "integer")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("first_tried_at", "bigint")
    .addColumn("claimed_at", "bigint")
    .addColumn("lease_until", "bigint")
    .addColumn("settled_at", "bigint")
    .addColumn("left_at", "bigint")
    .addColumn("lease_by", "text")
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("to_email", "text", (column) => column.notNull())
    .addColumn("reply_name", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("reply_email", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("last_error", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`create index mail_due on mail (priority, due_at, id) where state = 'queued' and lease_by is null`.execute(
    db,
  );
  await sql`create index mail_leased on mail (lease_until) where lease_until is not null`.execute(db);
  await sql`create index mail_claimed on mail (claimed_at) where claimed_at is not null`.execute(db);
  await sql`create index mail_to on mail (to_email, created_at)`.execute(db);
  await sql`create index mail_reply on mail (reply_email) where reply_email <> ''`.execute(db);
  await sql`create index mail_body_used on mail (body_id)`.execute(db);
  await sql`create index mail_state on mail (state, id)`.execute(db);
  await sql`create index mail_issue on mail (issue_id, state, left_at)`.execute(db);
  await sql`create unique index mail_once on mail (issue_id, subscriber_id) where issue_id is not null`.execute(db);
  await sql`create index mail_subscriber on mail (subscriber_id, id)`.execute(db);
  await db.schema
    .createTable("mail_bounce")
    .addColumn("email", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addColumn("last_error", "text", (column) => column.notNull())
    .execute();
}

async function createIssues(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("issue")
    .$call(idColumn(engine))
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('draft', 'scheduled', 'sending', 'paused', 'sent')`),
    )
    .addColumn("is_digest", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("preview", "text", (column) => column.notNull())
    .addColumn("introduction", "text", (column) => column.notNull())
    .addColumn("article_ids", "text", (column) => column.notNull())
    .addColumn("body_id", "integer", (column) => column.references("mail_body.id"))
    .addColumn("recipients", "integer", (column) => column.notNull().defaultTo(0))
    // Recipients are written in batches by id: up to where, and where they end.
    .addColumn("expanded_to", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expand_until", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("scheduled_at", "bigint")
    .addColumn("started_at", "bigint")
    .addColumn("finished_at", "bigint")
    .execute();
  await sql`create index issue_by_state on issue (state, scheduled_at)`.execute(db);
  await db.schema
    .createTable("digest")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("weekday", "integer", (column) => column.notNull())
    .addColumn("hour", "integer", (column) => column.notNull())
    // The time of the week that was last taken care of.
    .addColumn("done_until", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into digest (id, enabled, weekday, hour, done_until) values (1, 0, 5, 8, 0)`.execute(db);
}
