import { useState } from "react";
import { clientOf } from "#shared/endpoint-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { AllSettings, FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { controlsOf, FieldControl } from "#ui/admin/records/field-control.tsx";
import { PlainForm, StoredSetting } from "#ui/admin/records/plain-setting.tsx";
import { settingsOf, useSetting } from "#ui/admin/records/setting.ts";
import { Select } from "#ui/admin/select.tsx";
import type { Crawler, CrawlerEndpoints } from "../endpoints.ts";
import { CRAWLER_FIELDS, CRAWLER_NAMES, type CrawlerName, type CrawlerPolicy, crawlerOf, PURPOSES } from "../rules.ts";

const COUNTS = clientOf<CrawlerEndpoints>().query("GET /crawlers");
const CRAWLERS = settingsOf<CrawlerEndpoints>()("crawlers");

/** What crawlers may fetch articles for. */
export const CrawlersScreen = () => (
  <>
    <ScreenHead title="Crawlers">
      <AllSettings />
    </ScreenHead>
    <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
      Programs that fetch articles read these rules in robots.txt, license.xml and llms.txt. Most obey, but nothing
      forces them.
    </p>
    <StoredSetting setting={CRAWLERS} failed="Could not load the rules for crawlers." skeleton="h-96 w-full">
      {(stored) => <PolicyForm before={stored} />}
    </StoredSetting>
  </>
);

const RULES = ["purpose", "allow", "deny"] as const;
type Rule = (typeof RULES)[number];

const ruleOf = ({ allowed, denied }: CrawlerPolicy, name: CrawlerName): Rule =>
  denied.includes(name) ? "deny" : allowed.includes(name) ? "allow" : "purpose";

function withRule(policy: CrawlerPolicy, name: CrawlerName, rule: string): Pick<CrawlerPolicy, "allowed" | "denied"> {
  const inOrder = (names: CrawlerName[], isIn: boolean) =>
    CRAWLER_NAMES.filter((one) => (one === name ? isIn : names.includes(one)));
  return { allowed: inOrder(policy.allowed, rule === "allow"), denied: inOrder(policy.denied, rule === "deny") };
}

function PolicyForm({ before }: { before: CrawlerPolicy }) {
  const { isBusy, errors, touched, save } = useSetting(CRAWLERS, before);
  const { data: counted, isError, refetch } = useApi(COUNTS);
  const [typed, setTyped] = useState<Partial<CrawlerPolicy>>({});
  const policy = { ...before, ...typed };
  const change = (changed: Partial<CrawlerPolicy>) => {
    setTyped({ ...typed, ...changed });
    touched(changed);
  };
  const controlOf = controlsOf(CRAWLER_FIELDS, { values: policy, errors, change });
  const isChanged = JSON.stringify(policy) !== JSON.stringify(before);
  const submit = () =>
    void save(policy, () => {
      setTyped({});
      void refetch();
      return "Crawlers read the new rules within a day.";
    });
  const columns: Column<CrawlerName>[] = [
    { label: "Crawler", card: "title", cell: (name) => name },
    { label: "Operator", cell: (name) => `${crawlerOf(name).operator}${crawlerOf(name).ranges ? " ✓" : ""}` },
    { label: "Fetches for", cell: (name) => CRAWLER_FIELDS[crawlerOf(name).purpose].label },
    {
      label: "Fetched in 30 days",
      cell: (name) =>
        fetchedWords(
          name,
          counted?.find((one) => one.name === name),
        ),
    },
    {
      label: "Rule",
      card: "line",
      className: "as-rows:w-44",
      cell: (name) => (
        <Select
          label={`Rule for ${name}`}
          labelHidden
          value={ruleOf(policy, name)}
          options={optionsFor(policy, name)}
          onChange={(rule) => change(withRule(policy, name, rule))}
        />
      ),
    },
  ];
  return (
    <PlainForm isBusy={isBusy} className="space-y-6" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-3">
        {PURPOSES.map((purpose) => (
          <FieldControl key={purpose} {...controlOf(purpose)} />
        ))}
      </div>
      <DataTable caption="Known crawlers" columns={columns} rows={CRAWLER_NAMES} rowKey={(name) => name} />
      {isError && !counted && <FailedNote onRetry={refetch}>Could not load what crawlers fetched.</FailedNote>}
      <p className="max-w-prose text-pretty text-sm text-muted">
        Counted by the name that a request has, which is not verified. Only operators marked with ✓ publish the
        addresses of their crawlers, by which a proxy can verify them.
      </p>
      <Switch
        label="Block denied crawlers"
        hint="They get the status 403 for everything but robots.txt and license.xml."
        checked={policy.blocks_denied}
        onChange={(blocks_denied) => change({ blocks_denied })}
      />
      <AdminButton type="submit" variant="primary" isBusy={isBusy} disabled={!isChanged}>
        {isBusy ? "Saving..." : "Save rules"}
      </AdminButton>
    </PlainForm>
  );
}

function fetchedWords(name: CrawlerName, counted: Crawler | undefined): string {
  if (crawlerOf(name).sends === false) return "Sends no requests";
  if (!counted) return "–";
  const { fetched, blocked, last_on, ignores_denial } = counted;
  if (last_on === null) return "0";
  return [
    `${fetched.toLocaleString("en")}, last on ${last_on}`,
    ...(blocked > 0 ? [`${blocked.toLocaleString("en")} blocked`] : []),
    ...(ignores_denial ? ["ignores the denial"] : []),
  ].join("; ");
}

const optionsFor = (policy: CrawlerPolicy, name: CrawlerName) => {
  const inherited = policy[crawlerOf(name).purpose] === "deny" ? "Denied" : "Allowed";
  const labels: Record<Rule, string> = {
    purpose: `${inherited}, as above`,
    allow: "Always allow",
    deny: "Always deny",
  };
  return RULES.map((value) => ({ value, label: labels[value] }));
};
