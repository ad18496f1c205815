import { describe, expect, test } from "vitest";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Saver } from "#ui/admin/edit-form/versions.ts";
import { useChoices } from "./use-choices.ts";
import { type ComparedForm, VersionDialog } from "./version-dialog.tsx";
import type { VersionFields } from "./version-fields.ts";

type Story = { title: string; tags: string[]; text: string };
const FIELDS: VersionFields<Story> = {
  title: { label: "Title", show: ({ title }) => title },
  tags: { label: "Tags", show: ({ tags }) => tags.join(", ") },
  text: {
    label: "Text",
    show: ({ text }) => text,
    blocks: {
      of: (mine, theirs) => ({ mine: linesOf(mine.text), theirs: linesOf(theirs.text) }),
      join: (blocks) => blocks.join("\n"),
      all: ({ text }) => linesOf(text),
      keyOf: (block) => block.trim(),
      show: (block) => block,
      sides: (mine, theirs) => ({ mine, theirs }),
    },
  },
};
const linesOf = (text: string) => (text === "" ? [] : text.split("\n"));
const BASE: Story = { title: "Rates", tags: ["bank"], text: "Opening\nMiddle\nEnd" };

function choicesOf(mine: Partial<Story>, theirs: Partial<Story>, base: Story | null = BASE, isFixed = false) {
  const sides = { mine: { ...BASE, ...mine }, theirs: { ...BASE, ...theirs } };
  return hookResult(() => useChoices({ fields: FIELDS, ...sides, base, isFixed }));
}

describe("what is proposed of two versions", () => {
  test("is what only one of the two has changed, field by field and block by block", () => {
    const choices = choicesOf(
      { title: "Mine", text: "Begins\nMiddle\nEnd" },
      { tags: ["rates"], text: "Opening\nMiddle\nCloses" },
    );
    expect(choices.all.map(({ name }) => name)).toEqual(["title", "tags", "text"]);
    expect(choices.chosen().values).toEqual({ title: "Mine", tags: ["rates"], text: "Begins\nMiddle\nCloses" });
  });

  test("is one's own of a field that both have changed, and nothing for a block that both have changed", () => {
    const choices = choicesOf(
      { title: "Mine", text: "Opening\nMine\nEnd" },
      { title: "Theirs", text: "Opening\nTheirs\nEnd" },
    );
    expect(choices.chosen().values.title).toBe("Mine");
    expect([choices.choiceOf("text", 1), choices.isComplete]).toEqual([null, false]);
  });

  test("is nothing for blocks that differ in white space only, and the changed side of the blocks next to them", () => {
    const choices = choicesOf({ text: "Opening\nMiddle\nMine" }, { text: "Opening \n Theirs\nEnd " });
    expect(choices.all.map(({ name }) => name)).toEqual(["text"]);
    expect([choices.isComplete, choices.chosen().values.text]).toEqual([true, "Opening\n Theirs\nMine"]);
    expect(choicesOf({}, { text: "Opening \nMiddle\n End" }).all).toEqual([]);
  });

  test("is one's own and all of both texts where nobody knows what both began from", () => {
    const choices = choicesOf({ text: "Opening\nEnd" }, { title: "Theirs" }, null);
    expect(choices.chosen().values).toMatchObject({ title: "Rates", text: "Opening\nMiddle\nEnd" });
  });

  test("is a deletion that only one of the two has made, whoever it was", () => {
    const shorter = { text: "Opening\nEnd" };
    for (const choices of [choicesOf(shorter, { title: "Theirs" }), choicesOf({ title: "Mine" }, shorter)])
      expect(choices.chosen().values.text).toBe("Opening\nEnd");
  });

  test("is nothing where both say the same", () => {
    const choices = choicesOf({ tags: ["bank"] }, { tags: ["bank"] });
    expect(choices.all).toEqual([]);
    expect(choices.chosen()).toEqual({ values: BASE, hasAllOfMine: true, hasAllOfTheirs: true });
  });
});

describe("a version that is not taken whole is kept aside", () => {
  test.each([
    ["mine, as something of it is left out", {}, { title: "Theirs" }, false, true],
    ["theirs, as something of it is left out", { title: "Mine" }, {}, true, false],
    ["both, where each loses something", { title: "Mine" }, { tags: ["rates"] }, false, false],
  ] as const)("%s", (_what, mine, theirs, hasAllOfMine, hasAllOfTheirs) => {
    const chosen = choicesOf(mine as Partial<Story>, theirs as Partial<Story>).chosen();
    expect([chosen.hasAllOfMine, chosen.hasAllOfTheirs]).toEqual([hasAllOfMine, hasAllOfTheirs]);
  });

  test("a text can have what each has added", () => {
    const chosen = choicesOf({ text: `${BASE.text}\nMine` }, { text: `Theirs\n${BASE.text}` }).chosen();
    expect(chosen.values.text).toBe("Theirs\nOpening\nMiddle\nEnd\nMine");
  });
});

type PageValues = { title: string; picture: string; date: string | null };
type Page = PageValues & { id: number };
const field = (label: string) => ({ label, show: () => null });
const kind = {
  what: "page",
  fields: { title: field("Title"), picture: field("Picture"), date: field("Date") },
  valuesOf: ({ title, picture, date }: Page) => ({ title, picture, date }),
};
const MINE: PageValues = { title: "Mine", picture: "", date: null };
const THEIRS: Page = { ...MINE, id: 1, title: "Theirs" };

/** A form in a conflict, as far as the dialog asks for it. */
function dialog({
  theirs = THEIRS as Page | null,
  newer = false,
  conflict = {},
  form = {},
  kindHas = {},
  isOpen = () => true,
}: {
  theirs?: Page | null;
  newer?: boolean;
  conflict?: object;
  form?: object;
  kindHas?: object;
  isOpen?: () => boolean;
} = {}): string {
  const version = (row: Page | null) => row && { row, etag: '"2"' };
  const given = {
    kind: {
      ...kind,
      fields: { ...kind.fields, title: { label: "Title", show: ({ title }: PageValues) => title } },
      ...kindHas,
    },
    conflict: {
      theirs: version(theirs),
      newer: newer ? version(THEIRS) : null,
      began: null,
      saver: { name: null },
      wasRefused: true,
      ...conflict,
    },
    isBusy: false,
    draft: { storedAt: null, isRefused: false },
    current: () => ({ values: MINE, file: null }),
    ...form,
  };
  return adminMarkup(<VersionDialog form={given as unknown as ComparedForm<Page, PageValues>} isOpen={isOpen} />);
}
const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = ""]) => wordsOf(words));

describe("a conflict with another editor", () => {
  test("is nothing to see while there is none", () => {
    expect(wordsOf(dialog({ theirs: null }))).toBe("");
  });

  test("that was noticed while writing is told without taking the screen", () => {
    const html = dialog({ theirs: null, newer: true });
    expect(html).not.toContain("<dialog");
    expect(html).toMatch(/role="status"/);
    expect(wordsOf(html)).toBe("Another user has changed this page since you opened it. Compare");
  });

  test("with the user's own other tab or device is not called somebody else's", () => {
    const notice = wordsOf(dialog({ theirs: null, newer: true, conflict: { saver: "me" } }));
    const comparison = wordsOf(dialog({ conflict: { saver: "me" } }));
    for (const words of [notice, comparison]) {
      expect(words).toContain("in another tab or on another device");
      expect(words).not.toMatch(/somebody|take theirs|theirs by/i);
    }
    expect(comparison).toContain("This window");
    expect(comparison).toContain("Your other window");
    expect(buttons(dialog({ conflict: { saver: "me" } })).slice(0, 3)).toEqual([
      "Save these choices",
      "Keep this version and save it",
      "Take the other version",
    ]);
  });

  test("does not name a user while the owner of the other version is unknown", () => {
    const notice = wordsOf(dialog({ theirs: null, newer: true, conflict: { saver: null } }));
    const comparison = dialog({ conflict: { saver: null } });
    expect(notice).toBe("This page was changed elsewhere since you opened it. Compare");
    expect(`${notice} ${wordsOf(comparison)}`).not.toMatch(/somebody|theirs by|your/i);
    expect(buttons(comparison)).toContain("Take the saved version");
  });

  test("names the other user in the notice, the title and every choice", () => {
    const conflict = { saver: { name: "Grace Kamau" } };
    expect(wordsOf(dialog({ theirs: null, newer: true, conflict }))).toContain("Grace Kamau has changed this page");
    const html = dialog({ conflict });
    expect(wordsOf(html)).toContain("Grace Kamau changed this page Grace Kamau saved a newer version");
    expect(buttons(html)).toContain("Take Grace Kamau’s");
    expect(html).toMatch(/type="radio"[^>]*value="theirs"[^>]*\/>Grace Kamau’s/);
    expect(wordsOf(html)).not.toMatch(/another user|take theirs/i);
    expect(wordsOf(compared("Opening\nMine", "Opening\nTheirs", { saver: conflict.saver }))).toContain(
      "Both, Grace Kamau’s first",
    );
  });

  test("shows both versions where they differ, one of each difference to be chosen by name", () => {
    const html = dialog();
    expect(html).toContain('<section aria-label="Title"');
    expect(html).not.toContain('aria-label="Picture"');
    expect(html).toMatch(/<legend[^>]*>Title<\/legend>/);
    expect(html.match(/type="radio"/g)).toHaveLength(2);
    expect(html.match(/type="radio"[^>]*checked=""[^>]*\/>[^<]*/)?.[0]).toMatch(/Mine$/);
  });

  test("after a refused save, choosing saves; before one, it only goes on", () => {
    expect(buttons(dialog())).toEqual(["Save these choices", "Keep mine and save it", "Take theirs", "Keep writing"]);
    expect(buttons(dialog({ conflict: { wasRefused: false } }))).toEqual([
      "Use these choices",
      "Keep mine",
      "Take theirs",
      "Keep writing",
    ]);
  });

  test("in which theirs cannot be overwritten any more offers no choice, but one's own as a copy", () => {
    const html = dialog({ isOpen: () => false, conflict: { copy: () => undefined } });
    expect(buttons(html)).toEqual(["Take theirs", "Save mine as a new draft", "Keep writing"]);
    expect(html).not.toContain('type="radio"');
    expect(wordsOf(html)).not.toContain("Choose a version for each difference");
  });

  test("of two versions that say the same has nothing to choose", () => {
    const html = dialog({ theirs: { ...THEIRS, title: "Mine" } });
    expect(wordsOf(html)).toContain("No differences.");
    expect(buttons(html)).not.toContain("Save these choices");
  });

  test("says of an empty side that it is, and shows the other's text as text", () => {
    const html = dialog({
      theirs: { ...THEIRS, title: "" },
      form: { current: () => ({ values: { ...MINE, title: "<b>🦊</b>" }, file: null }) },
    });
    expect(wordsOf(html)).toContain("(empty)");
    expect(html).toContain("&lt;b&gt;🦊&lt;/b&gt;");
  });

  test("offers nothing that could be pressed twice while it is settled", () => {
    const html = dialog({ form: { isBusy: true } });
    expect(html.match(/<button[^>]*disabled=""/g)).toHaveLength(buttons(html).length);
  });

  test("says whose theirs is, where that is known", () => {
    expect(wordsOf(dialog())).not.toMatch(/Theirs by/);
    expect(wordsOf(dialog({ kindHas: { whose: () => "by Baraka" } }))).toContain("Theirs by Baraka");
  });
});

/** The comparison of two stories. */
function compared(mine: string, theirs: string, { isOpen = true, saver = { name: null } as Saver } = {}): string {
  const kindOfStory = { ...kind, what: "story", fields: FIELDS, valuesOf: (row: Story) => row };
  const form = {
    kind: kindOfStory,
    conflict: {
      theirs: { row: { ...BASE, text: theirs }, etag: '"2"' },
      newer: null,
      began: BASE,
      saver,
      wasRefused: true,
    },
    isBusy: false,
    draft: { storedAt: null, isRefused: false },
    current: () => ({ values: { ...BASE, text: mine }, file: null }),
  };
  return adminMarkup(<VersionDialog form={form as unknown as ComparedForm<Story, Story>} isOpen={() => isOpen} />);
}

describe("a text that is compared block by block", () => {
  test("counts what both have, in the singular too, and numbers the differences", () => {
    const words = wordsOf(compared("Opening\nMine\nEnd\nLast", "Opening\nTheirs\nEnd\nLast"));
    expect(words).toContain("1 unchanged paragraph.");
    expect(words).toContain("Difference 1");
    expect(words).toContain("2 unchanged paragraphs.");
    expect(words).not.toContain("Difference 2");
  });

  test("waits for a choice where both changed a block", () => {
    const html = compared("Opening\nMine\nEnd", "Opening\nTheirs\nEnd");
    expect(html).not.toContain('checked=""');
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Save these choices/);
    expect(html).not.toContain("<details");
    const own = compared("Opening\nMine\nEnd", BASE.text);
    expect(own).toContain('checked=""');
    expect(own).not.toMatch(/<button[^>]*disabled=""/);
  });

  test("offers both of a difference only where both have something", () => {
    expect(wordsOf(compared("Opening\nMine\nEnd", "Opening\nTheirs\nEnd"))).toContain("Both, theirs first");
    const added = compared(`${BASE.text}\nMine`, BASE.text);
    expect(wordsOf(added)).not.toContain("Both, theirs first");
    expect(wordsOf(added)).toContain("(nothing here)");
  });

  test("that cannot be changed any more has nothing to choose", () => {
    const html = compared("Opening\nMine\nEnd", "Opening\nTheirs\nEnd", { isOpen: false });
    expect(html).not.toContain('type="radio"');
    expect(html).not.toContain("<details");
  });
});
