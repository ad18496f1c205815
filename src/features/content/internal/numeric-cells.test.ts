import { expect, test } from "vitest";
import { parseContent } from "../parse.ts";
import { pageHtml } from "../serialize.ts";

const page = (html: string) => pageHtml(parseContent(html).nodes, 1_000_000).html;
/** The texts of the cells that are aligned as numbers. */
const numbersIn = (rows: string) =>
  [...page(`<table><tbody>${rows}</tbody></table>`).matchAll(/<t[hd][^>]* data-number=""[^>]*>(.*?)<\/t[hd]>/g)].map(
    ([, cell = ""]) => cell.replace(/<[^>]*>/g, ""),
  );
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join("")}</tr>`;
const head = (...cells: string[]) => `<tr>${cells.map((cell) => `<th><p>${cell}</p></th>`).join("")}</tr>`;

test("columns of numbers are marked with their headings, and columns of words are not", () => {
  const table = head("Coin", "Price", "Change") + row("Bitcoin", "$61,240.10", "-2.5%") + row("Ether", "—", "+3 %");
  expect(numbersIn(table)).toEqual(["Price", "Change", "$61,240.10", "-2.5%", "—", "+3 %"]);
});

test.each([
  "0.5",
  "1 000 000",
  "1'000",
  "−12.5",
  "(3.2)",
  "≈ 5",
  "€ 5",
  "5 €",
  "US$5",
  "USD 5",
  "3.2 M",
  "12bn",
  "0.5 ETH",
  "6e-7",
  "4x",
])("%s is a number", (text) => {
  expect(numbersIn(row("Name", text))).toEqual([text]);
});

test.each(["", "—", "Layer 2", "5 of 7", "2025-01-05", "3 days ago", "v1.2", "A1", "12:30"])(
  "%j alone is none",
  (text) => {
    expect(numbersIn(row("Name", text))).toEqual([]);
  },
);

test("one word among numbers keeps the column as it is", () => {
  expect(numbersIn(row("a", "1") + row("b", "unknown"))).toEqual([]);
});

test("cells that span rows and columns keep the count of columns", () => {
  const spanning = `<tr><td rowspan="2"><p>Both</p></td><td><p>word</p></td><td><p>1</p></td></tr>${row("word", "2")}`;
  expect(numbersIn(spanning)).toEqual(["1", "2"]);
  const short = `<tr><td>a</td><td>b</td><td rowspan="2">c</td></tr><tr><td>d</td></tr>`;
  expect(numbersIn(`${short}${row("e", "f", "g", "1")}${row("h", "i", "j", "2")}`)).toEqual(["1", "2"]);
  expect(numbersIn(`<tr><th colspan="2"><p>7</p></th><th><p>N</p></th></tr>${row("a", "b", "3")}`)).toEqual(["N", "3"]);
});

test("a hostile cell takes no time", () => {
  const began = process.cpuUsage();
  numbersIn(row(`1${" ".repeat(50_000)}x y`, `${"1,".repeat(50_000)}!`));
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
