import type { IncomingHttpHeaders } from "node:http";
import { urlOf } from "#shared/endpoint-client.ts";
import type { CodeOf } from "#shared/error-codes.ts";
import { NotFoundError } from "#shared/errors.ts";
import { type Fields, versionOf } from "#shared/fields/fields.ts";
import type { BodyOf, ChangeOf } from "#shared/fields/schemas.ts";
import { accountOf, actorOf, type Viewer } from "#shared/viewer.ts";
import type { ResponseHead } from "../endpoints.ts";
import { createIdempotently, creationOf } from "../idempotency.ts";
import { isCurrentFor, tagged } from "../version-tags.ts";
import type { RecordOf, RecordWrites } from "./kind.ts";
import { createRecord, deleteRecord, findRow, presentOne, updateRecord } from "./store.ts";

type Call = { viewer: Viewer; headers: IncomingHttpHeaders };

/** The handlers of the endpoints that all kinds of records have. */
export function recordHandlers<F extends Fields>(kind: RecordWrites<F>) {
  const { db } = kind.store.database;
  const respond = (reply: ResponseHead, record: RecordOf<F>): RecordOf<F> =>
    tagged(reply, versionOf(kind.fields, record), record);
  const find = async (id: number) => {
    const row = await findRow(db, kind, id);
    return row && presentOne(db, kind, row);
  };
  return {
    respond,
    create: async (
      call: Call & { body: BodyOf<F> },
      reply: ResponseHead,
      body: BodyOf<F> = call.body,
    ): Promise<RecordOf<F>> =>
      respond(
        reply,
        await createIdempotently(creationOf(call, kind.name, accountOf(call)), {
          db,
          reply,
          create: (note) => createRecord(kind, actorOf(call), body, note),
          find,
        }),
      ),
    /** Responds with a record that was read by `slug`, which may be a former one. Throws NotFoundError. */
    read: (reply: ResponseHead, slug: string, record: RecordOf<F> | undefined): RecordOf<F> => {
      if (!record) throw new NotFoundError(`${kind.table}_not_found` as CodeOf<404>, kind.none);
      const present = record.slug ?? slug;
      if (present !== slug)
        reply.header("content-location", urlOf(`GET /${kind.path}/:slug`, { params: { slug: present } }));
      return respond(reply, record);
    },
    update: async (
      call: Call & { body: ChangeOf<F> },
      reply: ResponseHead,
      reference: string | number,
      body: ChangeOf<F> = call.body,
    ): Promise<RecordOf<F>> =>
      respond(reply, await updateRecord(kind, actorOf(call), reference, body, isCurrentFor(call))),
    remove: (call: Call, reference: string | number): Promise<void> => deleteRecord(kind, actorOf(call), reference),
  };
}
