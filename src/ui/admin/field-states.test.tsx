import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { parseHtml } from "#test/support/parse-html.ts";
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

const shown = (...part: Parameters<typeof adminMarkup>) => parseHtml(adminMarkup(...part));
type Shown = ReturnType<typeof shown>;

/** The words that a control is described with, in the order in which they are read out. */
function describedBy(page: Shown): string[] {
  const [ids] = page.values("[aria-describedby]", "aria-describedby");
  return (ids ?? "").split(" ").flatMap((id) => page.texts(`[id="${id}"]`));
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
    const page = shown(field);
    expect(page.all("img")).toEqual([]);
    expect(page.all("[aria-invalid=true]")).toHaveLength(1);
    expect(describedBy(page)).toEqual([notes.hint, notes.error]);
  });

  test("are not named where there are none: a dangling reference is read out as nothing", () => {
    for (const field of [<Field key="f" label="Name" />, <PasswordField key="p" label="Password" error="" hint="" />])
      expect(shown(field).all("[aria-describedby], [aria-invalid]")).toEqual([]);
  });

  test("belong to their own field of two that are alike", () => {
    const page = shown([<Field key="1" label="Name" hint="One" />, <Field key="2" label="Name" hint="Two" />]);
    const hints = page.values("input", "aria-describedby").map((id) => page.texts(`[id="${id}"]`));
    expect(hints).toEqual([["One"], ["Two"]]);
  });
});

test("a password is hidden until it is asked for, is not corrected, and keeps what managers fill in", () => {
  const page = shown(<PasswordField label="New Password" autoComplete="new-password" />);
  const field = "input[type=password][autocapitalize=none][autocorrect=off][spellcheck=false]";
  expect(page.values(field, "autocomplete")).toEqual(["new-password"]);
  expect(page.values("button[type=button]", "aria-label")).toEqual(["Show new password"]);
});

test("a button that is busy keeps the focus, and is no button that submits unless it says so", () => {
  const busy = shown(<AdminButton isBusy>Save</AdminButton>);
  expect(busy.all("button[type=button][aria-disabled=true]:not([disabled])")).toHaveLength(1);
  expect(shown(<AdminButton>Save</AdminButton>).all("[aria-disabled]")).toEqual([]);
});

test("a switch tells its state and its hint, and a group of choices has one that is chosen", () => {
  const page = shown(<Switch label="Featured" hint="On the home page." checked={false} onChange={ignore} />);
  expect(page.all("[role=switch][aria-checked=false]")).toHaveLength(1);
  expect(describedBy(page)).toEqual(["On the home page."]);
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const group = shown(<RadioGroup legend="Kind" options={options} value="b" onChange={ignore} />);
  expect(group.values("input[checked]", "value")).toEqual(["b"]);
  expect(new Set(group.values("input", "name")).size).toBe(1);
});

describe("a choice from a list", () => {
  const OPTIONS: Option[] = [
    { value: "", label: "All" },
    { value: "draft", label: HOSTILE },
  ];
  const select = (value: string, more = false) =>
    shown(
      <Select
        label="Status"
        value={value}
        options={OPTIONS}
        onChange={ignore}
        more={more ? { label: "More", load: ignore } : undefined}
      />,
    );

  test("shows what is chosen, as text, and a dash for a value that it does not offer", () => {
    const chosen = (page: Shown) => page.texts("[role=combobox]");
    expect(chosen(select(""))).toEqual(["All"]);
    expect(chosen(select("draft"))).toEqual([HOSTILE]);
    expect(chosen(select("gone"))).toEqual(["–"]);
    // The line that reads on is no value to be chosen.
    expect(chosen(select("more", true))).toEqual(["–"]);
  });

  test("is closed at first, and named by its label", () => {
    const page = select("");
    expect(page.role("combobox", "Status")).toHaveLength(1);
    expect(page.all("[role=combobox][aria-expanded=false]")).toHaveLength(1);
    expect(page.all("[aria-activedescendant], [role=listbox]")).toEqual([]);
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
    shown(
      <PagedRegion noun="messages" list={{ page, pages, open: ignore }}>
        rows
      </PagedRegion>,
    );

  test("is not there for one page", () => {
    expect(pager(1, 1).all("nav")).toEqual([]);
  });

  test.each([
    [1, ["Previous page"]],
    [2, []],
    [3, ["Next page"]],
    // The last rows of the last page are gone, which it learns of only then.
    [4, ["Next page"]],
  ])("on page %i of 3 leads nowhere with %j", (page, stopped) => {
    const list = pager(page, 3);
    expect(list.values("button[disabled], button[aria-disabled=true]", "aria-label")).toEqual(stopped);
    expect(list.values("input[type=number][min='1'][max='3']", "value")).toEqual([String(page)]);
  });
});

test("a search shows what is searched for, as text, with a way to clear it only where there is something", () => {
  const box = (query: string) =>
    shown(<SearchBox label="Search messages" placeholder="Search" maxLength={100} query={query} onSearch={ignore} />);
  expect(box(HOSTILE).all("img")).toEqual([]);
  expect([box("x"), box("")].map((page) => page.role("button", "Clear the search").length)).toEqual([1, 0]);
  expect(shown(<ClearFilters onClear={ignore} />).all("button[type=button]")).toHaveLength(1);
});

test("a failure is announced once: not by the note where a toast has done it", () => {
  const note = (isAnnounced: boolean) =>
    shown(
      <FailedNote isAnnounced={isAnnounced} onRetry={ignore}>
        No.
      </FailedNote>,
    );
  expect([note(false), note(true)].map((page) => page.role("alert").length)).toEqual([1, 0]);
  expect(failureToast(new NetworkError(), "Error", "No connection")).toEqual({
    title: "Error",
    description: "No connection",
    variant: "destructive",
  });
});

describe("tabs", () => {
  const tabs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: `t${at}`, label: `Tab ${at}`, panel: `Panel ${at}` }));

  test("have one tab stop, and each names the panel that names it", () => {
    const page = shown(<Tabs label="Views" tabs={tabs(3)} />);
    expect(page.values("[role=tab]", "aria-controls")).toEqual(page.values("[role=tabpanel]", "id"));
    expect(page.values("[role=tab]", "id")).toEqual(page.values("[role=tabpanel]", "aria-labelledby"));
    expect(page.all("[role=tab]")).toHaveLength(3);
    expect(page.all("[role=tab][tabindex='0'][aria-selected=true]")).toHaveLength(1);
  });

  test("have all their panels in the page, for readers without scripts", () => {
    expect(wordsOf(adminMarkup(<Tabs label="Views" tabs={tabs(2)} />))).toContain("Panel 1");
    expect(adminMarkup(<Tabs label="Views" tabs={[]} />)).not.toContain("tabpanel");
  });
});
