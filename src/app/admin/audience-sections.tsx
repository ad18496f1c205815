import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { MessagesSection, UnreadMessages } from "#features/contact/admin/messages-section.tsx";
import { OutboxSection } from "#features/mail/admin/outbox-section.tsx";
import { SubscribersSection } from "#features/newsletter/audience/admin/subscribers-section.tsx";
import { IssuesSection } from "#features/newsletter/issues/admin/issues-section.tsx";
import { adminUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/address.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useInView } from "#ui/admin/tabs.tsx";
import { useLeftAddresses } from "./left-addresses.ts";

/** The sections of the audience's place, by the last part of their address; the one without is the first. */
const SECTIONS = [
  { path: undefined, label: "Subscribers", Panel: SubscribersSection, needs: "subscriber.manage" },
  { path: "messages", label: "Messages", Panel: MessagesSection, needs: "message.manage" },
  { path: "issues", label: "Issues", Panel: IssuesSection, needs: "issue.manage" },
  { path: "outbox", label: "Outbox", Panel: OutboxSection, needs: "subscriber.manage" },
] as const;

const FIRST = Object.fromEntries(SECTIONS.map(({ label, path }) => [label, adminUrl.audience(path)])) as Record<
  (typeof SECTIONS)[number]["label"],
  string
>;

/**
 * The audience's sections, next to the dashboard. Each has its own address; one that was opened stays mounted but
 * hidden.
 */
export function AudienceSections() {
  const { pathname } = useLocation();
  const part = pathname.slice(adminUrl.audience().length).split("/")[1];
  const may = useMay();
  const sections = SECTIONS.filter(({ needs }) => may(needs));
  const open = sections.find(({ path }) => path === part) ?? sections[0] ?? SECTIONS[0];
  const left = useLeftAddresses(FIRST, open.label);
  const row = useRef<HTMLUListElement>(null);
  useInView(row, open.label, "[aria-current=page]");
  return (
    <>
      <ScreenHead title="Audience" />
      <nav aria-label="Audience sections" className="mb-6 border-b border-rule">
        <ul ref={row} className="scroll-row flex gap-6">
          {sections.map((section) => (
            <li key={section.label} className="shrink-0">
              <Link
                to={left[section.label]}
                aria-current={section === open ? "page" : undefined}
                className="-mb-px flex min-h-12 items-center border-b-2 border-transparent text-[0.9375rem] font-semibold text-muted outline-offset-[-2px] hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {section.label}
                {section.path === "messages" && <UnreadMessages />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <KeptPlace key={section.label} isOpen={section === open}>
          <section.Panel />
        </KeptPlace>
      ))}
    </>
  );
}
