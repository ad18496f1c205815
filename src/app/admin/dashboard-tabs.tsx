import { type Ref, useState } from "react";
import { useSearchParams } from "react-router";
import { AdsTab } from "#features/ads/admin/ads-tab.tsx";
import { ArticlesTab } from "#features/articles/admin/articles-tab.tsx";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { CategoriesTab } from "#features/categories/admin/categories-tab.tsx";
import { useDuplicate } from "#features/documents/room/admin/document-actions.tsx";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { NewDocument } from "#features/documents/templates/admin/template-dialogs.tsx";
import { currentQuery } from "#ui/admin/address.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { AdminTabs } from "#ui/admin/tabs.tsx";
import { ProfileTab } from "./profile-tab.tsx";

const KeptArticles = (props: { isLate: boolean }) => <KeptDocuments type={ARTICLE_TYPE} {...props} />;
const NewArticle = (props: { ref: Ref<HTMLButtonElement> }) => (
  <NewDocument type={ARTICLE_TYPE} label="Add New Article" {...props} />
);
const Articles = () => (
  <ArticlesTab KeptWork={KeptArticles} NewButton={NewArticle} onDuplicate={useDuplicate(ARTICLE_TYPE)} />
);

/**
 * The tabs in their order; the first one is the default. Anything else gets a place of its own next to the dashboard.
 */
const TABS = [
  { value: "articles", label: "Articles", Panel: Articles, needs: "article.read" },
  { value: "categories", label: "Categories", Panel: CategoriesTab, needs: "category.manage" },
  { value: "ads", label: "Ad Management", Panel: AdsTab, needs: "ad.manage" },
  { value: "profile", label: "Author Profile", Panel: ProfileTab, needs: "account.own" },
] as const;

type TabName = (typeof TABS)[number]["value"];

/**
 * The tabs. The open one is in the address, so that a reload and the browser's Back keep it. A panel is rendered when
 * its tab is first opened.
 */
export function DashboardTabs() {
  const [search, setSearch] = useSearchParams();
  const may = useMay();
  const tabs = TABS.filter(({ needs }) => may(needs));
  const first = tabs[0]?.value ?? TABS[0].value;
  const opened = tabs.find(({ value }) => value === search.get("tab"))?.value ?? first;
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([opened]));
  if (!visited.has(opened)) setVisited(new Set([...visited, opened]));
  // Other parameters belong to one tab and are kept until the user returns to it.
  const open = (value: TabName) => {
    const next = currentQuery();
    // Asked again before the tab has opened: no second entry in the history.
    if ((next.get("tab") ?? first) === value) return;
    next.delete("tab");
    if (value !== first) next.set("tab", value);
    setSearch(next);
  };
  const panel = (name: TabName) => {
    const Panel = visited.has(name) ? TABS.find(({ value }) => value === name)?.Panel : undefined;
    return Panel && <Panel />;
  };
  return (
    <AdminTabs
      label="Admin sections"
      tabs={tabs}
      open={opened}
      onOpen={open}
      panel={panel}
      className="mb-6 min-h-12 gap-6 text-[0.9375rem]"
    />
  );
}
