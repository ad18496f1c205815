import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { Category } from "./schema.ts";

export const allCategories = (): ApiQuery<Category[]> => apiQuery(apiUrl.categories());
