import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hasPicture, NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { RULE, reviewOf } from "#features/documents/review/admin/calls.ts";
import type { Review } from "#features/documents/review/schema.ts";
import { adminMarkup, buttonsIn, hookResult } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { ArticleForm } from "../article-type.tsx";
import { type NextNewsletter, NO_ROOM_PARTS, RoomPartsProvider } from "../room-parts.tsx";
import { changedFields, newSummary, PublishDialog } from "./publish-dialog.tsx";
import { missingIn } from "./quiet-checks.tsx";
import { NO_NOTE, noteBody, UpdateNoteFields, useUpdateNote } from "./update-note.tsx";
import type { Publishing } from "./use-publishing.tsx";

const NOW = Date.UTC(2026, 10, 20, 12);
const FUTURE = "2026-11-24T06:00:00.000Z";
const PAST = "2026-11-20T11:00:00.000Z";
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const nothing = () => {};
const WHOLE = {
  ...NEW_VALUES,
  title: "A",
  category: "Tech",
  excerpt: "In short.",
  tags: "one",
  image_url: "/media/a.jpg",
  image_alt: "A drawing",
};
const ON = { enabled: true, words: ["hack"], categories: [] };
const review = (change: Partial<Review> = {}): Review => ({
  is_enabled: true,
  reasons: [{ kind: "word", value: "hack" }],
  has_sources: true,
  approval: null,
  written_by: null,
  is_mine: false,
  ...change,
});

type Stage = Publishing["stage"];
type Given = {
  stage?: Stage;
  values?: object;
  base?: object;
  newsletter?: NextNewsletter | null;
  review?: Review;
  isBusy?: boolean;
  opensTimed?: boolean;
};
function dialog({
  stage = "draft",
  values = {},
  base = {},
  newsletter = null,
  review: of7,
  isBusy = false,
  opensTimed = false,
}: Given = {}) {
  const work = { values: { ...WHOLE, ...values }, file: null };
  const form = { base: exampleDetail({ id: 7, ...base }), ...work, current: () => work };
  const does = { close: nothing, publish: nothing, cancel: nothing };
  const publishing = {
    stage,
    zone: "Africa/Nairobi",
    isBusy,
    opensTimed,
    note: { said: NO_NOTE, change: nothing },
    ...does,
  };
  return adminMarkup(
    <RoomPartsProvider value={{ ...NO_ROOM_PARTS, useNextNewsletter: () => newsletter }}>
      <PublishDialog
        form={form as unknown as ArticleForm}
        publishing={publishing as unknown as Publishing}
        onGo={nothing}
        onMatter={nothing}
      />
    </RoomPartsProvider>,
    {
      client: of7
        ? cacheOf([
            [RULE.query, ON],
            [reviewOf({ type: "article", id: 7 }), of7],
          ])
        : cacheOf([[RULE.query, { ...ON, enabled: false }]]),
    },
  );
}
const submit = (html: string) => buttonsIn(html).at(-1);
const isDisabled = (html: string) => /<button type="submit"[^>]* disabled=""/.test(html);
const newsletter = (subject: string | null): NextNewsletter => ({ subject, add: async () => "" });

describe("publishing an article", () => {
  test("is for now, unless it has a time ahead, which can be taken back", () => {
    expect([submit(dialog()), submit(dialog({ values: { published_date: PAST } }))]).toEqual([
      "Publish now",
      "Publish now",
    ]);
    expect(submit(dialog({ values: { published_date: "tomorrow" } }))).toBe("Publish now");
    // A draft's date is only a wish.
    const draft = dialog({ values: { published_date: FUTURE } });
    expect([submit(draft), wordsOf(draft).includes("Cancel the schedule")]).toEqual(["Schedule", false]);
    const scheduled = dialog({ stage: "scheduled", values: { published_date: FUTURE } });
    expect(wordsOf(scheduled).replace(/\u202f/g, " ")).toContain(
      "Readers get the article on November 24, 2026 at 09:00 (Nairobi). Cancel the schedule",
    );
  });

  test("says what it lacks, which keeps nobody from it; or that it lacks nothing", () => {
    expect(wordsOf(dialog())).toContain("Picture, alternative text, excerpt, category and tags are complete.");
    const html = dialog({ values: { excerpt: " ", image_url: "", tags: "," } });
    expect(wordsOf(html)).toContain("Consider adding");
    expect(buttonsIn(html).filter((name) => name.startsWith("No "))).toEqual([
      "No picture: lists and social cards show a placeholder",
      "No excerpt: lists show only the title",
      "No tags",
    ]);
    expect(isDisabled(html)).toBe(false);
  });

  test("waits for an approval where the rule asks for one, and says why", () => {
    const html = dialog({ review: review() });
    expect(wordsOf(html)).toContain("Contains “hack”: get a second approval first.");
    expect([isDisabled(html), isDisabled(dialog({ review: review({ reasons: [] }) }))]).toEqual([true, false]);
  });
});

describe("updating what readers have", () => {
  test("is for now, or for the time that its changes have", () => {
    const now = dialog({ stage: "public" });
    expect([submit(now), wordsOf(now).startsWith("Update this article")]).toEqual(["Update now", true]);
    const later = dialog({ stage: "public", base: { publish_at: FUTURE } });
    expect(submit(later)).toBe("Schedule");
    expect(wordsOf(later)).toContain("Readers get the changes on");
    expect(wordsOf(later)).toContain("Until then readers see the current text.");
  });

  test("is not kept waiting by the rule: the change may be one of no text, which the server judges", () => {
    const html = dialog({ stage: "public", review: review() });
    expect([wordsOf(html).includes("get a second approval"), isDisabled(html)]).toEqual([true, false]);
  });

  test("asks for a reason, which an article that readers do not have yet has none of", () => {
    expect(wordsOf(dialog({ stage: "public" }))).toContain("Reason (optional)");
    expect(wordsOf(dialog())).not.toContain("Reason (optional)");
  });

  test("offers a correction, which is public at once, only for now", () => {
    expect(wordsOf(dialog({ stage: "public" }))).toContain("Add a correction");
    expect(wordsOf(dialog({ stage: "public", base: { publish_at: FUTURE } }))).not.toContain("Add a correction");
  });
});

describe("the next newsletter", () => {
  test("is offered by its subject, or begun; not to those who may not write it", () => {
    expect(wordsOf(dialog({ newsletter: newsletter("This <week>") }))).toContain(
      "Add to the next newsletter (“This <week>”)",
    );
    expect(wordsOf(dialog({ newsletter: newsletter(null) }))).toContain("Start a newsletter with this article");
    expect(wordsOf(dialog())).not.toContain("newsletter");
  });

  test("may be sent before the article's time, and then leaves it out", () => {
    const later = { values: { published_date: FUTURE }, newsletter: newsletter("This week") };
    expect(wordsOf(dialog(later))).toContain("A newsletter sent before this time won't include it.");
  });

  test("is not offered for an update at a time: readers have the article already", () => {
    const given = { stage: "public", newsletter: newsletter("This week") } as const;
    expect(wordsOf(dialog(given))).toContain("Add to the next newsletter");
    expect(wordsOf(dialog({ ...given, base: { publish_at: FUTURE } }))).not.toContain("newsletter");
  });
});

test("an article's newest words are what is looked through, not those that were stored", () => {
  expect(wordsOf(dialog({ base: { excerpt: "" }, values: { excerpt: "Typed" } }))).toContain("are complete.");
});

describe("what is said of an update", () => {
  const known = cacheOf([[RULE.query, { ...ON, enabled: false }]]);

  test("is nothing at first, which can be sent", () => {
    const written = { said: NO_NOTE, change: nothing };
    const checked = hookResult(() => useUpdateNote(7, written), { client: known }).checked();
    expect(checked && noteBody(checked)).toEqual({ change_note: "", is_minor: false });
  });

  test.each([
    ["now", true, true, true],
    ["at a time", false, true, false],
    ["by those who may not correct this article", true, false, false],
  ])("has a correction that was begun, where it is made %s", (_what, isNow, mayCorrect, isShown) => {
    const said = {
      note: { change_note: "Why", is_minor: true },
      correction: { text: "It was Monday.", position: "bottom" as const },
    };
    const errors = { error: "Describe the correction.", reasonError: undefined };
    const update = { ...errors, said, change: nothing, mayCorrect, checked: () => null };
    const html = adminMarkup(<UpdateNoteFields update={update} isNow={isNow} />);
    expect([wordsOf(html).includes("It was Monday."), wordsOf(html).includes("Describe the correction.")]).toEqual([
      ...[isShown, isShown],
    ]);
    expect(html).toContain('value="Why"');
  });
});

describe("the summary", () => {
  test("of an update names the fields that readers see change, and by how much the text does", () => {
    const before = { ...NEW_VALUES, title: "A", content: "<p>One two</p><p>three</p>" };
    expect(changedFields(before, { ...before, sources: "Secret", status: "published" as const })).toEqual([]);
    expect(changedFields(before, { ...before, title: "B", is_featured: true })).toEqual(["Title", "Featured Article"]);
    const grown = { ...before, content: "<p>One t<b>w</b>o</p><p>three</p><p>four five</p>" };
    expect(changedFields(before, grown)).toEqual(["Content (+2 words)"]);
    expect(changedFields(grown, before)).toEqual(["Content (−2 words)"]);
  });

  test("counts the first picture of the text, and its words as the bar of the editor does", () => {
    const content =
      '<figure><img src="/media/a.jpg" alt="" /><figcaption>The old bridge</figcaption></figure><p>Tom &amp; Ann said so' +
      '<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><ol><li id="fn-1"><p>Note ↩</p></li></ol></section>';
    const values = { ...NEW_VALUES, content };
    expect(newSummary(values, hasPicture({ values, file: null }))).toBe("7 words with a picture.");
    expect(
      missingIn({ values, file: null })
        .map(({ words }) => words)
        .join(),
    ).not.toContain("picture");
    expect(missingIn({ values: NEW_VALUES, file: null }).map(({ words }) => words)[0]).toMatch(/^No picture/);
  });

  test("of a new article says in a sentence what readers get", () => {
    const values = { ...NEW_VALUES, category: "Crypto", authors: "Grace, Ann", content: "<p>One</p>" };
    expect(newSummary(values, true)).toBe("1 word in Crypto by Grace, Ann with a picture.");
    expect(newSummary(NEW_VALUES, false)).toBe("0 words without a picture.");
    expect(wordsOf(dialog())).toContain("0 words in Tech with a picture.");
  });
});
