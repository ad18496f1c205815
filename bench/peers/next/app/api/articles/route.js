import { categories, insert, latest } from "../../../data/database.js";
import { validate } from "../../../data/validate.js";

export const dynamic = "force-dynamic";

const LIST = 50;

/** The newest articles. */
export async function GET() {
  return Response.json(latest(LIST));
}

/** A bare insert: checked, stored durably, answered; no index for searching, no history, no rights. */
export async function POST(request) {
  let body;
  try {
    body = await request.json();
  } catch {
    return Response.json({ detail: "The body must be JSON." }, { status: 400 });
  }
  const { article, errors } = validate(body, categories());
  if (errors) return Response.json({ detail: "The article is invalid.", errors }, { status: 400 });
  return Response.json({ id: insert(article), ...article }, { status: 201 });
}
