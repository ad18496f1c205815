import { useState } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { adminUrl } from "#shared/urls.ts";
import { PlaceLink } from "#ui/admin/address.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import type { StagedText } from "../endpoints.ts";
import { imports } from "./calls.ts";

const SIZE = 20;

/** What an import, or each of them, has stored for editors alone: each text leads to its room. */
export function StagedTexts({ importId }: { importId?: number }) {
  const zone = useNewsroomZone() ?? "UTC";
  // Not in the address, where the report's page is.
  const [page, open] = useState(1);
  const query = importId === undefined ? {} : { import: String(importId) };
  const list = usePagedList(imports.list("GET /imports/texts", { query }), { size: SIZE, at: { page, open } });
  const columns: Column<StagedText>[] = [
    {
      label: "Title",
      card: "title",
      cell: ({ type, id, title }) => (
        <PlaceLink to={adminUrl[type](id)} className="link-quiet font-semibold wrap-anywhere">
          {title || "(no title)"}
        </PlaceLink>
      ),
    },
    {
      label: "Kind",
      card: "second",
      className: "as-rows:w-28",
      cell: ({ type }) => (type === "page" ? "Page" : "Article"),
    },
    {
      label: "After the release",
      card: "line",
      className: "as-rows:w-60 tabular-nums",
      cell: ({ becomes, published }) =>
        becomes === "draft" ? "Draft" : `Published${published ? `, ${tableTime(published, zone)}` : ""}`,
    },
  ];
  if (importId === undefined)
    columns.push({
      label: "Import",
      card: "line",
      cell: ({ import: { name } }) => <span className="wrap-anywhere">{name}</span>,
    });
  return (
    <section aria-label="Stored for editors" className="mt-8">
      <h3 className="mb-3 font-semibold">Stored for editors</h3>
      <PagedTable
        noun={{ one: "text", many: "texts" }}
        list={list}
        columns={columns}
        rowKey={({ type, id }) => `${type} ${id}`}
        empty="No imported texts wait for their release."
      />
    </section>
  );
}
