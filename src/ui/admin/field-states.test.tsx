import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { Field } from "../field.tsx";
import { Tabs } from "../tabs.tsx";
import { AdminButton, RadioGroup, Switch } from "./controls.tsx";
import { PagedRegion } from "./paged-list.tsx";
import { FailedNote } from "./panel.tsx";
import { PasswordField } from "./password-field.tsx";
import { ClearFilters, SearchBox } from "./search-box.tsx";
import { type Option, Select } from "./select.tsx";
import { keyMove, namesLike, SuggestField } from "./suggest-field.tsx";
import { failureToast } from "./toasts.tsx";

const ignore = () => {};

/** The words that a control is described with, in the order in which they are read out. */
function describedBy(html: string): string[] {
  const [, ids = ""] = html.match(/<(?:input|textarea)[^>]*aria-describedby="([^"]*)"/) ?? [];
  return ids.split(" ").map((id) => wordsOf(html.match(new RegExp(`<p id="${id}"[^>]*>.*?</p>`))?.[0] ?? ""));
}
const HOSTILE = `"><img src=x onerror=alert(1)>\u202e🦊`;

describe("a field's hint and objection", () => {
  const notes = { hint: "At least twelve characters.", error: `Not ${HOSTILE}` };

  test.each([
    ["a text", <Field key="f" label="Name" {...notes} />],
    ["a text of several lines", <Field key="f" label="Name" rows={3} {...notes} />],
    ["a password", <PasswordField key="f" label="Password" {...notes} />],
    [
      "a text with offers",
      <SuggestField key="f" label="Place" value="" offersFor={() => []} onChange={ignore} {...notes} />,
    ],
  ])("are read out with %s, the hint first, and are text", (_what, field) => {
    const html = adminMarkup(field);
    expect(html).not.toContain("<img");
    expect(html).toMatch(/aria-invalid="true"/);
    expect(describedBy(html)[0]).toBe(notes.hint);
    expect(describedBy(html)[1]).toBe(notes.error);
  });

  test("are not named where there are none: a dangling reference is read out as nothing", () => {
    for (const field of [<Field key="f" label="Name" />, <PasswordField key="p" label="Password" error="" hint="" />])
      expect(adminMarkup(field)).not.toMatch(/aria-describedby=|aria-invalid=/);
  });

  test("belong to their own field of two that are alike", () => {
    const html = adminMarkup([<Field key="1" label="Name" hint="One" />, <Field key="2" label="Name" hint="Two" />]);
    const ids = [...html.matchAll(/<p id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

test("a password is hidden until it is asked for, is not corrected, and keeps what managers fill in", () => {
  const html = adminMarkup(<PasswordField label="New Password" autoComplete="new-password" />);
  expect(html).toMatch(/type="password"[^>]*autoCapitalize="none"[^>]*autoCorrect="off"[^>]*spellCheck="false"/i);
  expect(html).toContain('autoComplete="new-password"');
  expect(html).toMatch(/<button type="button" aria-label="Show new password"/);
});

test("a button that is busy keeps the focus, and is no button that submits unless it says so", () => {
  const html = adminMarkup(<AdminButton isBusy>Save</AdminButton>);
  expect(html).toMatch(/^<button type="button" aria-disabled="true"/);
  expect(html).not.toMatch(/ disabled=/);
  expect(adminMarkup(<AdminButton>Save</AdminButton>)).not.toContain("aria-disabled=");
});

test("a switch tells its state and its hint, and a group of choices has one that is chosen", () => {
  const html = adminMarkup(<Switch label="Featured" hint="On the home page." checked={false} onChange={ignore} />);
  expect(html).toMatch(/role="switch" aria-checked="false"/);
  expect(describedBy(html)).toEqual(["On the home page."]);
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const group = adminMarkup(<RadioGroup legend="Kind" options={options} value="b" onChange={ignore} />);
  expect(group.match(/<input[^>]*checked=""[^>]*>/g)).toEqual([expect.stringContaining('value="b"')]);
  expect(new Set([...group.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)).size).toBe(1);
});

describe("a choice from a list", () => {
  const OPTIONS: Option[] = [
    { value: "", label: "All" },
    { value: "draft", label: HOSTILE },
  ];
  const select = (value: string, more = false) =>
    adminMarkup(
      <Select
        label="Status"
        value={value}
        options={OPTIONS}
        onChange={ignore}
        more={more ? { label: "More", load: ignore } : undefined}
      />,
    );

  test("shows what is chosen, as text, and a dash for a value that it does not offer", () => {
    const shown = (html: string) => html.match(/role="combobox"[^>]*><span[^>]*>([^<]*)</)?.[1];
    expect(shown(select(""))).toBe("All");
    expect(shown(select("draft"))).toMatch(/^&quot;&gt;&lt;img/);
    expect(shown(select("gone"))).toBe("–");
    // The line that reads on is no value to be chosen.
    expect(shown(select("more", true))).toBe("–");
  });

  test("is closed at first, and named by its label", () => {
    const html = select("");
    const [, label = ""] = html.match(/aria-labelledby="([^"]+)"/) ?? [];
    expect(html).toMatch(/aria-expanded="false"/);
    expect(html).toContain(`<span id="${label}"`);
    expect(html).not.toMatch(/aria-activedescendant|role="listbox"/);
  });

  test("has nowhere to go where it is empty", () => {
    expect(["ArrowDown", "ArrowUp", "Home", "End", "PageDown"].map((key) => keyMove(key, -1, 0))).toEqual([
      -1, -1, -1, -1, -1,
    ]);
  });
});

describe("names that are offered", () => {
  const names = ["Zürich", "Nairobi", "New Zurich", "Ürümqi"].map((label) => ({ value: label, label }));
  const like = (typed: string) => namesLike(names, typed).map(({ label }) => label);

  test("begin with what was typed before they contain it, whatever its accents and case", () => {
    expect(like("zur")).toEqual(["Zürich", "New Zurich"]);
    expect(like(" ÜR ")).toEqual(["Ürümqi", "Zürich", "New Zurich"]);
  });

  test("are all of them for nothing, each once, and none for what no name has", () => {
    expect(like("  ")).toEqual(names.map(({ label }) => label));
    expect([like("x\u0000"), like("🦊"), like("n".repeat(10_000))]).toEqual([[], [], []]);
  });
});

describe("the pager of a list", () => {
  const pager = (page: number, pages: number) =>
    adminMarkup(
      <PagedRegion noun="messages" list={{ page, pages, open: ignore }}>
        rows
      </PagedRegion>,
    );

  test("is not there for one page", () => {
    expect(pager(1, 1)).not.toContain("<nav");
  });

  test.each([
    [1, ["Previous page"]],
    [2, []],
    [3, ["Next page"]],
    // The last rows of the last page are gone, which it learns of only then.
    [4, ["Next page"]],
  ])("on page %i of 3 leads nowhere with %j", (page, stopped) => {
    const html = pager(page, 3);
    const buttons = [...html.matchAll(/<button[^>]*>/g)].map(([button]) => button);
    expect(
      buttons.flatMap((one) => (one.includes("disabled=") ? [one.match(/aria-label="([^"]+)"/)?.[1]] : [])),
    ).toEqual(stopped);
    expect(html).toMatch(new RegExp(`type="number"[^>]*min="1"[^>]*max="3"[^>]*value="${page}"`));
  });
});

test("a search shows what is searched for, as text, with a way to clear it only where there is something", () => {
  const box = (query: string) =>
    adminMarkup(
      <SearchBox label="Search messages" placeholder="Search" maxLength={100} query={query} onSearch={ignore} />,
    );
  expect(box(HOSTILE)).not.toContain("<img");
  expect([box("x"), box("")].map((html) => html.includes("Clear the search"))).toEqual([true, false]);
  expect(adminMarkup(<ClearFilters onClear={ignore} />)).toContain('type="button"');
});

test("a failure is announced once: not by the note where a toast has done it", () => {
  const note = (isAnnounced: boolean) =>
    adminMarkup(
      <FailedNote isAnnounced={isAnnounced} onRetry={ignore}>
        No.
      </FailedNote>,
    );
  expect([note(false), note(true)].map((html) => html.includes('role="alert"'))).toEqual([true, false]);
  expect(failureToast(new NetworkError(), "Error", "No connection")).toEqual({
    ...{ title: "Error", description: "No connection", variant: "destructive" },
  });
});

describe("tabs", () => {
  const tabs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: `t${at}`, label: `Tab ${at}`, panel: `Panel ${at}` }));

  test("have one tab stop, and each names the panel that names it", () => {
    const html = adminMarkup(<Tabs label="Views" tabs={tabs(3)} />);
    expect(
      [...html.matchAll(/role="tab" id="([^"]+)" aria-controls="([^"]+)"/g)].map(([, id, panel]) =>
        html.includes(`role="tabpanel" id="${panel}" aria-labelledby="${id}"`),
      ),
    ).toEqual([true, true, true]);
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
  });

  test("have all their panels in the page, for readers without scripts", () => {
    expect(wordsOf(adminMarkup(<Tabs label="Views" tabs={tabs(2)} />))).toContain("Panel 1");
    expect(adminMarkup(<Tabs label="Views" tabs={[]} />)).not.toContain("tabpanel");
  });
});
