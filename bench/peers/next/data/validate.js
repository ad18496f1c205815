const LIMITS = { title: 300, excerpt: 1_000, content: 1_000_000, author: 100 };

/** The article of a request's body with its category's id, or what is wrong with it: `{ article }` or `{ errors }`. */
export function validate(body, categories) {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { errors: { body: "The body must be a JSON object." } };
  const errors = {};
  const article = { image: "/fallback.jpg", publishedAt: Date.now() };
  for (const [name, limit] of Object.entries(LIMITS)) {
    const value = body[name] ?? "";
    if (typeof value !== "string" || value.length > limit) errors[name] = `${name} must be text up to ${limit}.`;
    else article[name] = value.trim();
  }
  if (!errors.title && article.title === "") errors.title = "title is required.";
  const wanted = String(body.category ?? "").toLowerCase();
  const category = categories.find(({ name, slug }) => slug === wanted || name.toLowerCase() === wanted);
  if (!category) errors.category = "There is no such category.";
  if (Object.keys(errors).length > 0) return { errors };
  return { article: { ...article, categoryId: category.id } };
}
