import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DataTable } from "./data-table.tsx";
import type { PagedList } from "./paged-list.tsx";
import { PagedTable } from "./paged-list.tsx";

type Row = { id: number; name: string };
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Row ${at + 1}` }));

function render(list: Partial<PagedList<Row>>): string {
  return renderToStaticMarkup(
    <PagedTable
      list={{
        rows: rows(2),
        total: 2,
        page: 1,
        pages: 1,
        error: null,
        isFailed: false,
        isPrevious: false,
        refresh: () => {},
        open: () => {},
        ...list,
      }}
      noun={{ one: "message", many: "messages" }}
      columns={[{ label: "Name", cell: ({ name }) => name }]}
      rowKey={({ id }) => id}
      empty="No messages yet."
    />,
  );
}
/** What is announced of the list. */
const status = (html: string) => html.match(/<p role="status"[^>]*>([^<]*)</)?.[1];

describe("a list says which of its rows these are", () => {
  test.each([
    ["one row", { rows: rows(1), total: 1 }, "1 message"],
    ["all of them on one page", { rows: rows(3), total: 3 }, "3 messages"],
    ["the first page", { rows: rows(50), total: 1_234, pages: 25 }, "1–50 of 1,234 messages"],
    ["a page in the middle", { rows: rows(50), total: 1_234, page: 21, pages: 25 }, "1,001–1,050 of 1,234 messages"],
    [
      "the last page, which is not full",
      { rows: rows(34), total: 1_234, page: 25, pages: 25 },
      "1,201–1,234 of 1,234 messages",
    ],
  ])("%s", (_what, list, words) => {
    expect(status(render(list))).toBe(words);
  });
});

describe("a list without rows to show", () => {
  test("says that it is loading, with a table of the size to come", () => {
    const html = render({ rows: undefined, total: 0 });
    expect(status(html)).toBe("Loading messages...");
    expect(html).toContain("<table");
  });

  test("keeps the rows of the page before until the next one has come, and says so", () => {
    const html = render({ isPrevious: true });
    expect(status(html)).toBe("Loading messages...");
    expect(html).toMatch(/aria-busy="true"[\s\S]*Row 2/);
  });

  test("says that it is empty, and shows no table", () => {
    const html = render({ rows: [], total: 0 });
    expect(status(html)).toBe("No messages yet.");
    expect(html).not.toContain("<table");
  });

  test("says that it could not be fetched, and offers another try; not that it is empty", () => {
    const html = render({ rows: undefined, isFailed: true, error: new Error("no") });
    expect(html).toContain("Could not fetch messages.");
    expect(html).toContain("Try again");
    expect([status(html), html.includes("<table")]).toEqual(["", false]);
  });
});

describe("a table that is sorted", () => {
  const table = (by: string, order: "asc" | "desc") =>
    renderToStaticMarkup(
      <DataTable
        caption="Rows"
        columns={[
          { label: "Name", sort: "name", cell: ({ name }: Row) => name },
          { label: "Number", sort: "number", cell: ({ id }) => id },
          { label: "Other", cell: () => "" },
        ]}
        rows={rows(1)}
        rowKey={({ id }) => id}
        sorted={{ by, order }}
        onSort={() => {}}
      />,
    );

  test.each([
    ["name", "asc", "Name", "ascending"],
    ["number", "desc", "Number", "descending"],
  ] as const)("by %s %s says so in that heading alone", (by, order, label, direction) => {
    const headings = [...table(by, order).matchAll(/<th [^>]*>.*?<\/th>/g)].map(([heading]) => heading);
    expect(headings.map((heading) => heading.match(/aria-sort="(\w+)"/)?.[1])).toEqual(
      ["Name", "Number", "Other"].map((name) => (name === label ? direction : undefined)),
    );
    // What cannot be sorted by is no button.
    expect(headings.map((heading) => heading.includes("<button"))).toEqual([true, true, false]);
  });

  test("says so in a select where its rows are cards, which have no headings", () => {
    const shown = (by: string, order: "asc" | "desc") =>
      table(by, order).match(/role="combobox"[^>]*><span[^>]*>([^<]*)</)?.[1];
    expect([shown("name", "desc"), shown("number", "asc")]).toEqual(["Sorted by Name ↓", "Sorted by Number ↑"]);
  });
});
