import type { FinderScreen } from "#app/admin/finder/rules.ts";
import type { AdminScreen } from "#shared/declaration.ts";
import { declared } from "#shared/features.ts";
import type { Permission } from "#shared/permissions.ts";
import { pageUrl } from "#shared/urls.ts";

type Listed = FinderScreen & { needs?: Permission };

const tab = (name: string) => `${pageUrl.admin()}?tab=${name}`;

const TABS: readonly Listed[] = [
  { label: "Articles", to: pageUrl.admin(), words: "dashboard list drafts scheduled publish ready changes waiting" },
  { label: "Categories", to: tab("categories"), needs: "category.manage" },
  { label: "Ad Management", to: tab("ads"), words: "advertising spaces", needs: "ad.manage" },
  { label: "Author Profile", to: tab("profile"), words: "account picture bio" },
];

const listed = ({ title, path, needs: [own] = [], finder = [] }: AdminScreen): Listed[] =>
  finder.map(({ label = title, path: to = path, needs = own, words }) => ({
    label,
    to,
    ...(words && { words }),
    ...(needs && { needs: needs as Permission }),
  }));

/** The screens that Ctrl+K finds by name: the dashboard's tabs, and then what features declare, by name. */
export const FINDER_SCREENS: readonly Listed[] = [
  ...TABS,
  ...Object.values(declared("screens"))
    .flatMap(listed)
    .sort((left, right) => left.label.localeCompare(right.label)),
];
