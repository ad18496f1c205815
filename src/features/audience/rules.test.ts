import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailAddress } from "#shared/email.ts";
import { CSV_HEAD, presentCsvLine } from "./present.ts";
import type { SubscriberRow } from "./queries.ts";
import { readSubscriberList } from "./rules.ts";

const emailsOf = async (csv: string) => (await readSubscriberList(csv)).emails;

describe("a CSV of subscribers", () => {
  test.each([
    ["commas", "email,name\na@example.com,Ann"],
    ["semicolons, as German spreadsheets write", "name;email\nAnn, A.;a@example.com"],
    ["tabs, as pasted from a spreadsheet", "name\temail\nAnn; A.\ta@example.com"],
    ["nothing, of one column", "email\na@example.com"],
    ["carriage returns alone between its rows", "email,name\ra@example.com,Ann\r"],
  ])("may be separated by %s", async (_what, csv) => {
    expect(await readSubscriberList(csv)).toMatchObject({ rows: 1, emails: ["a@example.com"], invalid: 0 });
  });

  test.each(["email", "Email", "E-Mail", " EMAIL ", "email address", "E-mail_Address", "emailaddress"])(
    "has its addresses in the column %j",
    async (head) => {
      expect(await emailsOf(`contact@,${head}\nother@example.com,a@example.com`)).toEqual(["a@example.com"]);
    },
  );

  test.each(["mail", "email 2", "work email", "emails"])("has no header if a cell is %j", async (cell) => {
    const list = await readSubscriberList(`${cell},name\nAnn,a@example.com`);
    expect(list).toMatchObject({ rows: 2, emails: ["a@example.com"], problems: [{ line: 1, value: `${cell},name` }] });
  });

  test("imports only subscribers whose status, if there is one, is active", async () => {
    const rows = ["active", " Subscribed ", "", "unsubscribed", "Pending", "bounced", "cleaned", "no"];
    const lines = rows.map((status, number) => `r${number}@example.com,${status}`);
    const list = await readSubscriberList(["email,status", ...lines, "short@example.com"].join("\n"));
    expect(list.emails).toEqual(["r0@example.com", "r1@example.com", "r2@example.com", "short@example.com"]);
    expect(list.left).toHaveLength(5);
  });

  test("counts an address once, however it is written, and reports how often it was repeated", async () => {
    const list = await readSubscriberList("email\na@example.com\n A@Example.COM \nb@example.com\na@example.com");
    expect(list).toMatchObject({ rows: 4, repeated: 2, emails: ["a@example.com", "b@example.com"] });
  });

  test("imports nobody whom any row calls unsubscribed, whichever row comes first", async () => {
    const list = await readSubscriberList(
      "email,status\na@x.example,active\nb@x.example,unsubscribed\nA@x.example,unsubscribed\nb@x.example,active",
    );
    expect(list).toMatchObject({ rows: 4, repeated: 2, emails: [], left: ["a@x.example", "b@x.example"] });
  });

  test("skips empty rows, and names the line of a bad one, even after a cell of several lines", async () => {
    const list = await readSubscriberList('email,note\n\n , \na@example.com,"two\nlines"\nnobody,x\n');
    expect(list).toMatchObject({ rows: 2, invalid: 1, problems: [{ line: 6, value: "nobody" }] });
  });

  test("reports the first hundred problems, truncated between characters, and counts the others", async () => {
    const value = `${"x".repeat(99)}🚀`;
    const list = await readSubscriberList(`email\n${`${value}\n`.repeat(101)}`);
    expect(list.invalid).toBe(101);
    expect(list.problems).toHaveLength(100);
    expect(list.problems[0]?.value).toBe(`${"x".repeat(99)}\ufffd`);
  });

  test("is parsed the same wherever its chunks end", async () => {
    // 16,379 bytes: the sign of four bytes, and of two units, stands before, across and after the end of the first part.
    const csv = `email,note\n${"f@example.com,x\n".repeat(1_023)}`;
    for (let before = 0; before < 8; before += 1) {
      const value = `${"x".repeat(before)}🚀@example.com`;
      const list = await readSubscriberList(`${csv}${value},"two\nlines"\nlast@example.com`);
      expect(list.emails).toEqual(["f@example.com", "last@example.com"]);
      expect(list.problems.map((problem) => problem.value)).toEqual([value]);
    }
  });

  test.each([
    ["a row as long as a book", `email\n"${"x".repeat(40_000)}"\n`],
    ["a quote that is not closed", 'email\n"a@example.com'],
    ["text after a quote, far into the file", `${"a@example.com\n".repeat(3_000)}"b" c\n`],
  ])("is rejected as a whole if it has %s", async (_what, csv) => {
    await expect(readSubscriberList(csv)).rejects.toMatchObject({
      name: "InvalidError",
      errors: { csv: expect.stringMatching(/^The CSV cannot be read: .+\.$/) },
    });
  });

  test("exported by us is read back as it was, whatever the addresses begin with", async () => {
    const local = fc.string({ unit: fc.constantFrom(..."ab'=+-/.{|}"), minLength: 1, maxLength: 4 });
    const subscriber = fc.record({ local, status: fc.constantFrom("active", "unsubscribed", "pending") });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(subscriber, { selector: (one) => one.local }), async (subscribers) => {
        const rows = subscribers.map(({ local, status }, id) => ({
          ...{ id, email: `${local}@example.com`, status, created_at: 0, changed_at: 0, bouncing: false },
        })) as SubscriberRow[];
        for (const { email } of rows) expect(emailAddress.parse(email)).toBe(email);
        const list = await readSubscriberList(CSV_HEAD + rows.map(presentCsvLine).join(""));
        const actives = rows.filter(({ status }) => status === "active").map(({ email }) => email);
        expect(list).toMatchObject({ rows: rows.length, emails: actives, invalid: 0, repeated: 0 });
        expect(list.left).toHaveLength(rows.length - actives.length);
      }),
    );
  });
});
