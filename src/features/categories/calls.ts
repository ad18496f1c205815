import { clientOf } from "#shared/endpoint-client.ts";
import type { CategoryEndpoints } from "./endpoints.ts";

export const allCategories = () => clientOf<CategoryEndpoints>().query("GET /categories");
