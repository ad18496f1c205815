import { expect, test } from "vitest";
import { emptyValues, newWords, toColumns, versionOf } from "./fields.ts";

const FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: 60 },
  slug: { kind: "slug", name: "Slug", label: "Slug", max: 100 },
  size: { kind: "choice", name: "Size", label: "Size", values: ["small", "large"], initial: "small" },
  image_url: { kind: "picture", name: "Picture", label: "Picture" },
  is_open: { kind: "flag", name: "Open", label: "Open" },
  aliases: { kind: "list", name: "An alias", label: "Aliases", max: 60 },
  links: { kind: "links", name: "Links", label: "Links", max: 40, most: 5 },
} as const;

const SITE = { label: "Site", url: "https://ports.example/" };
const ports = { ...emptyValues(FIELDS), name: "Ports", slug: "ports", aliases: ["Docks"] };

test("new values are empty, and columns have no lists", () => {
  const empty = { name: "", slug: "", size: "small", image_url: "", is_open: false, aliases: [], links: [] };
  expect(emptyValues(FIELDS)).toEqual(empty);
  const columns = { name: "Ports", slug: "ports", size: "small", image_url: "", is_open: 0, links: "[]" };
  expect(toColumns(FIELDS, ports)).toEqual(columns);
  expect(() => toColumns(FIELDS, { ...ports, size: "huge" as "large" })).toThrow("Size cannot be huge.");
});

test("the version is that of the declared fields alone", () => {
  expect(versionOf(FIELDS, { ...ports, count: 3 } as typeof ports)).toBe(versionOf(FIELDS, ports));
  for (const change of [{ name: "Harbours" }, { aliases: ["Docks", "Quays"] }, { is_open: true }, { links: [SITE] }])
    expect(versionOf(FIELDS, { ...ports, ...change })).not.toBe(versionOf(FIELDS, ports));
});

test("words are new unless the field had them; a former name among aliases is not, an alias as the name is", () => {
  expect(newWords(FIELDS, null, ports)).toEqual({ name: "Ports", slug: "ports", aliases: "Docks", links: "" });
  const renamed = { ...ports, name: "Docks", aliases: ["Ports", "Quays"], links: [SITE] };
  expect(newWords(FIELDS, ports, renamed)).toEqual({ name: "Docks", slug: "", aliases: "Quays", links: "Site" });
  expect(newWords(FIELDS, renamed, { ...renamed, links: [{ ...SITE, url: "https://docks.example/" }] }).links).toBe("");
});
