import { type ReactNode, type Ref, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { AdsTab } from "#features/ads/admin/ads-tab.tsx";
import { ArticlesTab } from "#features/articles/admin/articles-tab.tsx";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { CategoriesTab } from "#features/categories/admin/categories-tab.tsx";
import { useDuplicate } from "#features/documents/room/admin/document-actions.tsx";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { NewDocument } from "#features/documents/templates/admin/template-dialogs.tsx";
import { ownProfile, versioned } from "#features/identity/accounts/admin/own-profile.ts";
import { PROFILE_KIND } from "#features/identity/accounts/admin/profile-form.ts";
import { PROFILE_FIELDS } from "#features/identity/accounts/rules.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { RemoteNote } from "#features/media/remote/admin/remote-items.tsx";
import { adminUrl } from "#shared/urls.ts";
import { currentQuery } from "#ui/admin/address.tsx";
import { buttonLook } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { LinkFields } from "#ui/admin/link-fields.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { PlaceBoundary } from "#ui/admin/place-boundary.tsx";
import { AdminTabs } from "#ui/admin/tabs.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const OWN_LINKS = {
  ...PROFILE_FIELDS.links,
  hint: "Your other pages, such as your own site, Mastodon or X.",
};

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
export function DashboardTabs({ start, end }: { start: ReactNode; end: ReactNode }) {
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
    return (
      Panel && (
        <PlaceBoundary>
          <div className={name === "articles" ? "pt-0.5 md:pt-1.5" : "pt-6"}>
            <Panel />
          </div>
        </PlaceBoundary>
      )
    );
  };
  return (
    <AdminTabs
      label="Admin sections"
      tabs={tabs}
      open={opened}
      onOpen={open}
      panel={panel}
      className="min-h-11 gap-5 text-[0.9375rem]"
      start={start}
      end={end}
    />
  );
}

/** The Author Profile tab: bio and picture, as readers see them next to the author's articles. */
function ProfileTab() {
  const hasNewsroom = useHasNewsroom();
  const actions = hasNewsroom && (
    <>
      <Link to={adminUrl.holdings()} className={buttonLook("plain")}>
        Holdings
      </Link>
      <Link to={adminUrl.security()} className={buttonLook("plain")}>
        Password and sessions
      </Link>
    </>
  );
  return (
    <StandingForm
      kind={PROFILE_KIND}
      query={ownProfile()}
      versionOf={versioned}
      title="Author Profile"
      actions={actions}
      className="max-w-6xl space-y-5"
      save={{ idle: "Update Profile", busy: "Updating..." }}
      failed="Could not load the profile."
      loading={
        <div className="max-w-2xl space-y-5" aria-busy="true">
          <p role="status" className="sr-only">
            Loading the profile...
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      }
    >
      {({ values, errors, change }, profile) => (
        <>
          <p className="text-[0.9375rem] text-muted wrap-anywhere">
            Readers see this next to articles by <strong className="text-ink">{profile.name}</strong>.
          </p>
          <div className="grid gap-x-12 gap-y-5 lg:grid-cols-2">
            <div className="space-y-5">
              {hasNewsroom && (
                <Field
                  label="Name"
                  name="name"
                  maxLength={PROFILE_FIELDS.name.max}
                  autoComplete="name"
                  aria-required
                  hint="A new name appears on all articles, including published ones."
                  value={values.name}
                  error={errors.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              )}
              <Field
                label="Bio"
                name="bio"
                rows={5}
                maxLength={PROFILE_FIELDS.bio.max}
                value={values.bio}
                error={errors.bio}
                onChange={(event) => change({ bio: event.target.value })}
              />
            </div>
            <div className="space-y-5">
              <PictureField
                label="Image URL"
                value={values.imageUrl}
                error={errors.imageUrl}
                onChange={(imageUrl) => change({ imageUrl })}
              />
              {hasNewsroom && (
                <>
                  <RemoteNote address={values.imageUrl} onCopied={(imageUrl) => change({ imageUrl })} />
                  <LinkFields
                    field={OWN_LINKS}
                    links={values.links}
                    errors={errors}
                    onChange={(links) => change({ links })}
                  />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </StandingForm>
  );
}
