import type { IncomingHttpHeaders } from "node:http";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import { idIn, type ResponseHead } from "#platform/endpoints.ts";
import { tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf, type WithViewer } from "#shared/viewer.ts";
import { type Names, peopleOf, presentRevision, presentRevisions } from "../history/present.ts";
import { findVersion, pageVersions, publicVersion, type RevisionHead, type VersionPage } from "../history/queries.ts";
import type { Snapshot } from "../history/rules.ts";
import { type ClaimKey, MERGED_HEADER, saveOnce } from "../history/saves.ts";
import type { Revision } from "../history/schema.ts";
import { MARKED_TEXT } from "../rules.ts";
import type { DocumentType, Showing } from "../types.ts";
import { discardDraft, nameVersion, restoreVersion, saveDraft } from "./editing.ts";
import { cancelUpdate, type Publication, publishDocument, withdrawDocument } from "./publishing.ts";
import { NO_VERSION, noWorkingCopy } from "./rules.ts";
import { hasSuggestedText, markedTexts, textIn } from "./suggested-text.ts";
import { codeOfMissing, findEdited, keyOf, saveOf, type VersionedBody, type WritingStore, wholeOf } from "./type.ts";

type WithId = { id: number };

/** How a type presents its documents. `Shown` is what its `read` returns. */
export type Presentation<Shown, Fields, Detail extends WithId, Draft extends WithId, Version extends object> = {
  /** The name of its version and working copy, as in `If-Match`. */
  nameOf: (shown: Shown) => string;
  present: (db: Kysely<Tables>, shown: Shown) => Promise<Detail> | Detail;
  /** With the working copy, or without one as it would be. */
  presentDraft: (db: Kysely<Tables>, shown: Shown) => Promise<Draft> | Draft;
  /** The people that a version names besides its authors, and its fields. */
  peopleOf?: (fields: Fields) => number[];
  presentVersion: (head: Revision, fields: Fields, names: Names) => Version;
};

type Call = WithViewer & { headers: IncomingHttpHeaders; params: { id: string } };
type VersionCall = Call & { params: { n: string } };
type DraftCall = Call & {
  query: { retry?: "1" | undefined; scheduled?: "1" | undefined };
  body: object;
};

/** The handlers of the calls that all types of documents have. */
export function lifecycleHandlers<
  Fields extends Snapshot,
  Shown,
  Detail extends WithId,
  Draft extends WithId,
  Version extends object,
>(store: WritingStore, type: Showing<Shown>, presentation: Presentation<Shown, Fields, Detail, Draft, Version>) {
  const { clock } = store;
  const { db } = store.database;
  const idOf = ({ params }: Pick<Call, "params">) => idIn(params.id, codeOfMissing(type), type.unknown);
  /** The type as its commands get it: they read the full response in the transaction of the change. */
  const presentedBy = <Body extends WithId>(
    present: (db: Kysely<Tables>, shown: Shown) => Promise<Body> | Body,
  ): Showing<VersionedBody<Body>> => ({
    ...type,
    async read(db, id) {
      const shown = await type.read(db, id);
      const body = await withMarkedText(db, type, await present(db, shown));
      return { name: presentation.nameOf(shown), body };
    },
  });
  const [document, draft] = [presentedBy(presentation.present), presentedBy(presentation.presentDraft)];
  /** The ETag of a document and its working copy is the same in all responses that contain either. */
  const respond = <Body extends object>(reply: ResponseHead, { name, body }: VersionedBody<Body>): Body =>
    tagged(reply, name, body);
  const respondToReader = async (reply: ResponseHead, shown: Shown) =>
    respond(reply, { name: presentation.nameOf(shown), body: await presentation.present(db, shown) });
  /** Runs a save once per idempotency key. */
  const once = async <Body extends object>(
    call: Call,
    reply: ResponseHead,
    shown: Showing<VersionedBody<Body>>,
    save: (claim: ClaimKey) => Promise<VersionedBody<Body>>,
  ) => {
    const document = keyOf(type, idOf(call));
    const read = async () => {
      await type.authorize(db, actorOf(call), "read", document.id);
      return shown.read(db, document.id);
    };
    return respond(reply, await saveOnce(call, { db, clock, reply, document, save, read }));
  };

  return {
    document,
    respond,
    respondToReader,
    once,
    drafts: {
      "GET /:id/draft": async (call: Call, reply: ResponseHead) => {
        await requireCopy(db, type, call, idOf(call));
        return respond(reply, await draft.read(db, idOf(call)));
      },
      "PUT /:id/draft": async (call: DraftCall, reply: ResponseHead) => {
        const { query, headers, body } = call;
        const options = { isRetry: query.retry === "1", changesScheduled: query.scheduled === "1" };
        const save = async (claim: ClaimKey) => {
          const given = { ...options, ifMatch: headers["if-match"], claim };
          const { shown, isMerged } = await saveDraft(store, draft, actorOf(call), idOf(call), body, given);
          if (isMerged) reply.header(MERGED_HEADER, "true");
          return shown;
        };
        return once(call, reply, draft, save);
      },
      "DELETE /:id/draft": (call: Call) => discardDraft(store, type, actorOf(call), idOf(call)),
    },
    withdraw: async (call: Call, reply: ResponseHead) =>
      respond(reply, await withdrawDocument(store, document, actorOf(call), idOf(call), call.headers["if-match"])),
    cancel: (call: Call) => cancelUpdate(store, type, actorOf(call), idOf(call)),
    publish: async (call: Call, reply: ResponseHead, publication: Omit<Publication, "ifMatch" | "claim">) => {
      const ifMatch = call.headers["if-match"];
      const save = (claim: ClaimKey) =>
        publishDocument(store, document, actorOf(call), idOf(call), { ...publication, ifMatch, claim });
      return once(call, reply, document, save);
    },
    versions: {
      ...versionHandlers(store, type, presentation),
      "POST /:id/revisions/:n/restore": async (call: VersionCall, reply: ResponseHead) => {
        const place = { id: idOf(call), n: versionIn(call) };
        return respond(reply, await restoreVersion(store, document, actorOf(call), place, call.headers["if-match"]));
      },
    },
  };
}

/** A document for people who write or review it: with its open suggestions in its text, if there are any. */
export async function withMarkedText<Body extends WithId>(
  db: Kysely<Tables>,
  type: DocumentType,
  body: Body,
): Promise<Body & { [MARKED_TEXT]?: string }> {
  if (!(await hasSuggestedText(db, keyOf(type, body.id)))) return body;
  const { edited, marked } = await markedTexts(db, type, body.id);
  return marked === textIn(type.type, wholeOf(type, edited)) ? body : { ...body, [MARKED_TEXT]: marked };
}

/** Throws NotFoundError for a document that the caller may not read, or that has no working copy. */
async function requireCopy(db: Kysely<Tables>, type: DocumentType, call: WithViewer, id: number): Promise<void> {
  await type.authorize(db, actorOf(call), "read", id);
  const { copy } = await findEdited(db, type, id);
  if (!copy) throw new NotFoundError("working_copy_not_found", noWorkingCopy(type.type));
}

const versionIn = ({ params }: VersionCall) => idIn(params.n, "version_not_found", NO_VERSION);

function versionHandlers<Fields extends Snapshot, Version extends object>(
  store: WritingStore,
  type: DocumentType,
  {
    peopleOf: othersIn,
    presentVersion,
  }: Pick<Presentation<never, Fields, never, never, Version>, "peopleOf" | "presentVersion">,
) {
  const { clock } = store;
  const { db } = store.database;
  const readable = async (call: Call) => {
    const id = idIn(call.params.id, codeOfMissing(type), type.unknown);
    await type.authorize(db, actorOf(call), "read", id);
    return { key: keyOf(type, id), row: (await findEdited(db, type, id)).row };
  };
  const namesFor = (heads: readonly RevisionHead[], others: number[] = []) =>
    accountNames(db, [...peopleOf(heads), ...others]);
  const read = async (call: VersionCall) => {
    const { key, row } = await readable(call);
    const found = await findVersion(db, key, versionIn(call), async () => saveOf(type, row));
    if (!found) throw new NotFoundError("version_not_found", NO_VERSION);
    const fields = found.snapshot as Fields;
    const names = await namesFor([found.head], othersIn?.(fields));
    return { head: presentRevision(found.head, names), fields, names };
  };
  return {
    "GET /:id/revisions": async (call: Call & { query: VersionPage }, reply: ResponseHead) => {
      const { key, row } = await readable(call);
      const { rows, total } = await pageVersions(db, key, call.query, async () => saveOf(type, row));
      reply.header(TOTAL_HEADER, total);
      const isPublic = type.phaseOf(row, clock.now()) === "public";
      const current = isPublic ? await publicVersion(db, key, type.timeOf(row), rows) : undefined;
      return presentRevisions(rows, await namesFor(rows), current);
    },
    "GET /:id/revisions/:n": async (call: VersionCall) => {
      const { head, fields, names } = await read(call);
      return presentVersion(head, fields, names);
    },
    "PATCH /:id/revisions/:n": async (call: VersionCall & { body: { note: string } }) => {
      const { key } = await readable(call);
      return nameVersion(store, type, actorOf(call), { id: key.id, n: versionIn(call) }, call.body.note);
    },
  };
}
