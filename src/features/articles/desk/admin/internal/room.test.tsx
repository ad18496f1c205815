import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { revisionsOf } from "#features/articles/admin/calls.ts";
import { NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { RULE } from "#features/documents/review/admin/calls.ts";
import { notesTool } from "#features/documents/room/admin/room-tools.tsx";
import { newsroomSettings } from "#features/settings/calls.ts";
import type { Role } from "#shared/actor.ts";
import { adminMarkup, buttonsIn } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { ARTICLE_TYPE, type ArticleForm } from "../article-type.tsx";
import { NO_ROOM_PARTS, type RoomParts, RoomPartsProvider } from "../room-parts.tsx";
import { RoomActions, StateLine } from "./room-actions.tsx";
import { hasSomethingToSay, publishingSummary, RoomSettings, sortingSummary } from "./room-settings.tsx";
import { type Published, PublishedNotice, type Publishing } from "./use-publishing.tsx";
import { ArticleTools } from "./writing-room.tsx";

const nothing = () => {};
const STORED = exampleDetail({ id: 7, has_draft: false, status: "draft", published_date: null });
/** A form of which a part of the room reads no more than this. */
const form = (change: object = {}) =>
  ({
    base: STORED,
    values: NEW_VALUES,
    file: null,
    errors: {},
    isBusy: false,
    isUnsaved: false,
    isWaiting: false,
    autosave: { is: "idle", at: null },
    draft: { storedAt: null, isRefused: false },
    element: { current: null },
    ...change,
  }) as unknown as ArticleForm;
const publishing = (change: { isOffered?: boolean; mayPublish?: boolean } = {}) =>
  ({
    isTimed: change.isOffered === false && change.mayPublish !== false,
    ...{
      stage: "draft",
      isOffered: true,
      isReadyOffered: false,
      mayPublish: true,
      isBusy: false,
      zone: "Africa/Nairobi",
    },
    open: nothing,
    close: nothing,
    markReady: nothing,
    publish: nothing,
    cancel: nothing,
    isOpen: false,
    ...change,
  }) as unknown as Publishing;

describe("the bar of the room offers", () => {
  const offered = (isNew: boolean, formed: object, published: object) =>
    buttonsIn(
      adminMarkup(
        <RoomActions form={form(formed)} isNew={isNew} publishing={publishing(published)} onPreview={nothing} />,
      ),
    );
  const proposal = { isOffered: false, mayPublish: false };

  test.each([
    [
      "a new article that is not stored: no preview of it yet",
      true,
      { base: null },
      {},
      ["Add Article", "Publish", "Publish: more ways"],
    ],
    ["a draft", false, {}, {}, ["Preview", "Update Article", "Publish", "Publish: more ways"]],
    [
      "a draft, of those who may not publish: to mark it ready",
      ...[false, {}, { isOffered: false, mayPublish: false, isReadyOffered: true }],
      ["Preview", "Update Article", "Mark ready"],
    ],
    [
      "what readers have: the update, with other ways in a menu",
      false,
      {},
      { stage: "public", isOffered: false },
      ["Preview", "Update Article", "Update: more ways"],
    ],
    [
      "what is scheduled: its time is in the menu",
      false,
      {},
      { stage: "scheduled", isOffered: false },
      ["Preview", "Update Article", "Update: more ways"],
    ],
    [
      "what readers have, of those who may not publish: a proposal",
      ...[false, {}, { ...proposal, stage: "public" }],
      ["Preview", "Save for an editor"],
    ],
  ] as [string, boolean, object, object, string[]][])("of %s", (_what, isNew, formed, published, buttons) => {
    expect(offered(isNew, formed, published)).toEqual(buttons);
  });

  test("the button of the form in words of what is happening", () => {
    const isBusy = true;
    expect(offered(true, { isBusy }, {})).toContain("Adding...");
    expect(offered(false, { isBusy }, {})).toContain("Updating...");
    expect(offered(false, { isBusy }, { ...proposal, stage: "public" })).toContain("Saving...");
  });
});

describe("after publishing", () => {
  const notice = (isInNewsletter: boolean, subject: string | null, update: Partial<Published> = {}) =>
    adminMarkup(
      <RoomPartsProvider value={{ ...NO_ROOM_PARTS, useNextNewsletter: () => ({ subject, add: async () => "" }) }}>
        <PublishedNotice
          published={{ id: 7, title: "A title", isUpdate: false, correction: null, isInNewsletter, ...update }}
          onClose={nothing}
        />
      </RoomPartsProvider>,
    );
  beforeEach(() => vi.stubGlobal("window", { location: { origin: "https://news.example" } }));
  afterEach(() => vi.unstubAllGlobals());

  test("the room shows the link to the page, and what may come next", () => {
    expect(notice(false, "This week")).toContain('href="https://news.example/article/7"');
    expect(wordsOf(notice(false, "This week"))).toContain("Published. Readers see it at news.example/article/7");
    expect(buttonsIn(notice(false, "This week"))).toEqual(["Close", "Copy link", "Add to “This week”"]);
    expect(buttonsIn(notice(false, null))).toContain("Start a newsletter with it");
    expect(buttonsIn(notice(true, "This week"))).toEqual(["Close", "Copy link"]);
  });

  test("an update shows its correction", () => {
    const words = wordsOf(notice(true, null, { isUpdate: true, correction: "The rate was 5%." }));
    expect(words).toContain("Updated. Readers see it at news.example/article/7");
    expect(words).toContain("The correction is on the page: “The rate was 5%.”");
  });
});

describe("the settings", () => {
  const category = { meant: null, categories: [], whenAnswered: nothing };
  const words = (role: "chief" | "writer" | "contributor", stored: object | null, errors = {}) =>
    wordsOf(
      adminMarkup(
        <RoomSettings
          values={{ ...NEW_VALUES, image_url: "" }}
          change={nothing}
          errors={errors}
          file={null}
          {...{
            stored: stored as typeof STORED | null,
            setFile: nothing,
            onIntoText: nothing,
            review: null,
            children: null,
          }}
          category={category as unknown as Parameters<typeof RoomSettings>[0]["category"]}
        />,
        { role, client: cacheOf([[newsroomSettings(), { time_zone: "Africa/Nairobi", postal_address: "" }]]) },
      ),
    );

  test.each([
    [
      "a chief chooses any status, the date and the switches",
      "chief",
      null,
      ["Published", "Ready", "Draft", "Breaking"],
    ],
    ["a writer marks as ready, and sets nothing that is public", "writer", null, ["Ready", "Draft"]],
    ["a contributor's are drafts: there is nothing to choose", "contributor", null, []],
    ["of what readers have, a writer does not change the status", "writer", { ...STORED, status: "published" }, []],
  ] as const)("%s", (_who, role, stored, offered) => {
    const said = words(role, stored);
    const has = (word: string) => new RegExp(`\\b${word}\\b`).test(said);
    expect(["Published", "Ready", "Draft", "Breaking"].filter(has)).toEqual([...offered]);
  });

  test("say in a line what is chosen, for when they are folded", () => {
    const values = { ...NEW_VALUES, category: "Crypto", authors: "Grace, Ann", tags: "One" };
    expect(sortingSummary(values)).toBe("Crypto · Grace, Ann · 1 tag");
    expect(sortingSummary(NEW_VALUES)).toBe("No category");
    const at = "2026-11-24T21:30:00.000Z";
    const published = { ...NEW_VALUES, status: "published" as const, published_date: at, is_featured: true };
    expect(publishingSummary(published, "Africa/Nairobi")).toMatch(/^Published · .*Nairobi.* · Featured$/);
    expect(publishingSummary({ ...NEW_VALUES, published_date: "soon" }, null)).toBe("Draft");
  });

  test("must be seen where one of them is wrong, or asks something; not for what is wrong with the text", () => {
    const question = { meant: { name: "Tech" } } as unknown as Parameters<typeof hasSomethingToSay>[1];
    expect(hasSomethingToSay({}, { meant: null })).toBe(false);
    expect(hasSomethingToSay({}, question)).toBe(true);
    for (const name of ["category", "tags", "published_date", "sources", "image_alt", "slug"])
      expect(hasSomethingToSay({ [name]: "Wrong." }, { meant: null }), name).toBe(true);
    for (const name of ["title", "excerpt", "content"])
      expect(hasSomethingToSay({ [name]: "Wrong." }, { meant: null }), name).toBe(false);
  });
});

describe("the state of the work", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) }));
  afterEach(() => vi.useRealTimers());
  const line = (formed: object) =>
    adminMarkup(<StateLine form={form(formed)} savedAt={null} />, {
      client: cacheOf([[newsroomSettings(), { time_zone: "Africa/Nairobi", postal_address: "" }]]),
    });

  test("is told in the newsroom's time, not the browser's", () => {
    const base = { ...STORED, status: "published", published_date: "2026-11-24T21:30:00.000Z" };
    expect(wordsOf(line({ base }))).toBe("Scheduled, Wed 00:30");
  });

  test("is an alert only where the browser keeps nothing, and nobody waits for the server", () => {
    const refused = { draft: { storedAt: null, isRefused: true }, isUnsaved: true };
    const alert = (html: string) => /<p role="alert"[^>]*>([^<]*)</.exec(html)?.[1];
    expect(alert(line({}))).toBe("");
    expect(alert(line(refused))).toMatch(/^This browser cannot store unsaved text/);
    expect(alert(line({ ...refused, isWaiting: true }))).toBe("");
  });
});

const useCorrectionCount: RoomParts["useCorrectionCount"] = (_id, isPublic) => (isPublic ? 140 : undefined);

describe("the tools of an article", () => {
  function tools({ stage = "draft", formed = {}, role = "chief" as Role, hasRule = false, notes = {} }) {
    const client = cacheOf([
      [RULE.query, { enabled: hasRule, words: [], categories: [] }],
      [revisionsOf(7)(1), { items: [], total: 14 } as never],
    ]);
    const shown = { notes: [{ state: "open" }], isOffered: true, isOpen: false, button: { current: null }, ...notes };
    return buttonsIn(
      adminMarkup(
        <RoomPartsProvider value={{ ...NO_ROOM_PARTS, useCorrectionCount }}>
          <ArticleTools
            form={form({ type: ARTICLE_TYPE, latest: () => ({ version: null }), ...formed })}
            notes={shown as unknown as RoomNotes}
            publishing={publishing({ stage } as object)}
            onGo={nothing}
            onOpen={nothing}
          />
        </RoomPartsProvider>,
        { client, role },
      ),
    );
  }

  test("are in the bar with their counts", () => {
    const values = { ...NEW_VALUES, sources: "One\n\nTwo" };
    const all = tools({ stage: "public", hasRule: true, formed: { values } });
    expect(all).toEqual(["Notes 1", "Corrections 140", "Readers", "Sources 2", "Versions 14", "More"]);
  });

  test("are those that there are: no corrections of a draft, no sources without the rule, no versions before it is stored", () => {
    expect(tools({})).toEqual(["Notes 1", "Versions 14", "More"]);
    expect(tools({ formed: { base: null }, notes: { isOffered: false } })).toEqual([]);
  });
});

test("the tool of the notes counts what is not settled", () => {
  const counted = (...states: ("open" | "resolved")[]) =>
    notesTool({ notes: states.map((state) => ({ state }) as never), isOpen: false, toggle: nothing }).count;
  expect([counted(), counted("resolved"), counted("open", "resolved", "open")]).toEqual([0, 0, 2]);
});
