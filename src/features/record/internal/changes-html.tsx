import { renderToStaticMarkup } from "react-dom/server";
import type { Database } from "#db/open.ts";
import { presentChange } from "../present.ts";
import { pageVersions } from "../queries.ts";
import { Changes } from "../site/changes.tsx";

/** Changes that an article's page shows: the newest. */
const MAX_SHOWN = 20;

/** What an article's page says of its changes, as HTML; empty where nothing is recorded. */
export async function changesHtml(db: Database["db"], now: number, articleId: number): Promise<string> {
  const { rows, total } = await pageVersions(db, now, articleId, { limit: MAX_SHOWN, offset: 0 });
  if (total === 0) return "";
  // The publication itself is no change.
  const earlier = Math.max(0, total - rows.length - 1);
  return renderToStaticMarkup(<Changes changes={rows.map(presentChange)} earlier={earlier} />);
}
