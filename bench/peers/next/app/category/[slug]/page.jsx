import { notFound } from "next/navigation";
import { categories, categoryPage, trending } from "../../../data/database.js";
import { CategoryScreen, PAGE_SIZE, TRENDING } from "../../../parts/category-screen.jsx";
import { headOf } from "../../../parts/head.js";

/** Rendered for each request: what is measured. */
export const dynamic = "force-dynamic";

const findCategory = (slug) => categories().find((category) => category.slug === slug);
const pageOf = ({ page }) => Math.max(1, Number.parseInt(page, 10) || 1);

export async function generateMetadata({ params, searchParams }) {
  const category = findCategory((await params).slug);
  return category ? headOf(category, pageOf(await searchParams)) : {};
}

export default async function Page({ params, searchParams }) {
  const category = findCategory((await params).slug);
  if (!category) notFound();
  const page = pageOf(await searchParams);
  const { items, total } = categoryPage(category.id, page, PAGE_SIZE);
  return (
    <CategoryScreen
      category={category}
      categories={categories()}
      page={page}
      items={items}
      total={total}
      trending={trending(TRENDING)}
      now={Date.now()}
    />
  );
}
