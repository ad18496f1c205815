import { search } from "../../../data/database.js";

export const dynamic = "force-dynamic";

const LIST = 50;

/** Full text by SQLite's FTS5, the best matches first. */
export async function GET(request) {
  const query = request.nextUrl.searchParams.get("query")?.trim() ?? "";
  if (query === "") return Response.json({ detail: "A query is required." }, { status: 400 });
  return Response.json(search(query, LIST));
}
