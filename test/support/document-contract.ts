import { DOCUMENT_PATHS, type DocumentTypeName } from "#shared/document.ts";
import { HOUR } from "#shared/time.ts";
import { editorApiUrl } from "./api-url.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { type Person, startStaff } from "./staff.ts";

/** Where a document is in its life: with the newsroom, approved for a time or on hold, or with readers. */
type Phase = "draft" | "waiting" | "held" | "public";
export type Body = Record<string, unknown>;
type Contract = {
  /** The names of its title and its text. */
  title: string;
  text: string;
  /** What a new one needs in addition. */
  fields: object;
  /** The calls that make it public, now or at a time, and that take this back, with the phase after it. */
  publish: string;
  withdraw: string;
  withdrawn: Phase;
  /** The code of an error for one that lacks what readers need, and the fields that make it so. */
  incomplete: { fields: Body; code: string };
  /** The actions in the audit log; an update of what readers have, if it can have one, is `updated`. */
  published: string;
  withdrawnAs: string;
  hasUpdates: boolean;
  phaseOf: (body: Body, now: number) => Phase;
};

const phaseOfPage = ({ status, published_date }: Body, now: number): Phase =>
  status !== "published" ? "draft" : Date.parse(String(published_date)) > now ? "waiting" : "public";

/** What differs between the types of documents; a new type does not compile without an entry. */
export const CONTRACTS: Record<DocumentTypeName, Contract> = {
  article: {
    title: "title",
    text: "content",
    fields: { category: "Tech" },
    publish: "publish/",
    withdraw: "unpublish/",
    withdrawn: "draft",
    incomplete: { fields: { title: "" }, code: "incomplete_document" },
    published: "article.publish",
    withdrawnAs: "article.unpublish",
    hasUpdates: true,
    phaseOf: phaseOfPage,
  },
  page: {
    title: "title",
    text: "content",
    fields: {},
    publish: "publish/",
    withdraw: "unpublish/",
    withdrawn: "draft",
    incomplete: { fields: { title: "" }, code: "incomplete_document" },
    published: "page.publish",
    withdrawnAs: "page.unpublish",
    hasUpdates: true,
    phaseOf: phaseOfPage,
  },
  issue: {
    title: "subject",
    text: "body",
    fields: {},
    publish: "send/",
    withdraw: "pause/",
    withdrawn: "held",
    incomplete: { fields: { text: "" }, code: "issue_empty" },
    published: "issue.send",
    withdrawnAs: "issue.pause",
    hasUpdates: false,
    phaseOf: ({ state }) =>
      state === "draft" ? "draft" : state === "scheduled" ? "waiting" : state === "paused" ? "held" : "public",
  },
};
/** A newsroom with one stored document of a type, by the chief. */
export async function startDocument(open: OpenTestDatabase, type: DocumentTypeName) {
  const lines: string[] = [];
  const staff = await startStaff(open, { logLine: (line) => lines.push(line) });
  const { as, clock, ids, publishDue, mail, notifications } = staff;
  const names = CONTRACTS[type];
  const path = `/api${DOCUMENT_PATHS[type]}/`;
  const named = ({ title, text, ...rest }: { title?: string; text?: string } & Body) => ({
    ...rest,
    ...(title !== undefined && { [names.title]: title }),
    ...(text !== undefined && { [names.text]: text }),
  });
  const created = await as("chief", "POST", path, {
    ...names.fields,
    ...named({ title: "Stored", text: "<p>Text.</p>" }),
  });
  const id: number = created.body.id;
  const call = async (person: Person, method: Parameters<typeof as>[1], rest: string, body?: object, tag?: string) => {
    const { status, body: answer, headers } = await as(person, method, `${path}${id}/${rest}`, body, tag);
    const texts = answer && { title: answer[names.title], text: answer[names.text] };
    const isDocument = answer && !Array.isArray(answer) && names.title in answer;
    const isMerged = headers["save-merged"] === "true";
    return { status, body: isDocument ? { ...answer, ...texts } : answer, etag: String(headers.etag), isMerged };
  };
  return {
    ...staff,
    id,
    call,
    body: async () => {
      const { body, etag } = await call("chief", "GET", "");
      return { ...body, etag, phase: names.phaseOf(body, clock.now()) };
    },
    draft: () => call("chief", "GET", "draft/"),
    type: (person: Person, fields: Body, tag?: string, query = "") =>
      call(person, "PUT", `draft/${query}`, named(fields), tag),
    save: (person: Person, fields: Body, tag?: string) => call(person, "PUT", "", named(fields), tag),
    publish: (person: Person, body: object = {}, tag?: string) => call(person, "POST", names.publish, body, tag),
    withdraw: (person: Person, tag?: string) => call(person, "POST", names.withdraw, undefined, tag),
    ask: async (by: Person, person: Person) => (await call(by, "PUT", "asked/", { person: ids[person] })).status,
    asked: async () => ((await call("chief", "GET", "asked/")).body.asked === null ? 0 : 1),
    versions: async () => {
      const { body } = await call("chief", "GET", "revisions/");
      const whole = async ({ n, is_autosave, author, note }: Body) => {
        const version = await call("chief", "GET", `revisions/${n}/`);
        return { n, title: version.body.title, is_autosave, author, note };
      };
      return Promise.all((body as Body[]).map(whole));
    },
    audit: async () => {
      const { body } = await as("chief", "GET", editorApiUrl.audit({ action: type }));
      return (body as { action: string; actor: { name: string } }[]).map(({ action, actor }) => [action, actor.name]);
    },
    /** What the owner was told, the newest first. */
    told: async () =>
      (await notifications("chief")).map(({ kind, detail, actor }) =>
        [kind, detail, "by", actor].filter(Boolean).join(" "),
      ),
    later: (hours = 1) => new Date(clock.now() + hours * HOUR).toISOString(),
    /** What the server does by itself. */
    work: async () => {
      await publishDue();
      await mail.advanceIssues();
      await mail.mailer.drain();
      await mail.advanceIssues();
    },
    logged: (message: string) => lines.filter((line) => line.includes(message)).length,
  };
}
