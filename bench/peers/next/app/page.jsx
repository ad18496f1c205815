import { categories, categoryPage, trending } from "../data/database.js";
import { CategoryScreen, PAGE_SIZE, TRENDING } from "../parts/category-screen.jsx";
import { headOf } from "../parts/head.js";

/** The same screen from Next's own page cache, rendered again at most once a minute. */
export const revalidate = 60;

export const generateMetadata = () => headOf(categories()[0], 1);

export default function Page() {
  const [category] = categories();
  const { items, total } = categoryPage(category.id, 1, PAGE_SIZE);
  return (
    <CategoryScreen
      category={category}
      categories={categories()}
      page={1}
      items={items}
      total={total}
      trending={trending(TRENDING)}
      now={Date.now()}
    />
  );
}
