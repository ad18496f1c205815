import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { FileUser, Trash2 } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ROLES, type Role } from "#shared/actor.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { ownProfile } from "../../accounts/admin/own-profile.ts";
import type { PeopleEndpoints, User } from "../endpoints.ts";
import { Invitations } from "./invitations.tsx";
import { PermissionTable, ROLE_WORDS } from "./roles.tsx";

export const people = editorClientOf<PeopleEndpoints>();

export const allUsers = people.list("GET /accounts/users");

/** Reloads the list of people, and the user's own permissions. */
export function peopleChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(people.url("GET /accounts/users")));
  void client.invalidateQueries({ queryKey: ownProfile().queryKey });
}

const OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }));

const NAMED: Column<User>[] = [
  {
    label: "Name",
    card: "title",
    cell: ({ name, email }) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="meta block wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    label: "Last sign-in",
    className: "tabular-nums as-rows:w-32 as-rows:whitespace-nowrap",
    cell: ({ last_sign_in: at }) => (at === null ? "Never" : <PastTime at={at} />),
  },
  {
    label: "State",
    className: "as-rows:w-28",
    cell: ({ is_active }) => (
      <span className={is_active ? "text-up" : "font-semibold text-down"}>{is_active ? "Active" : "Suspended"}</span>
    ),
  },
];

type Props = {
  /** A dialog with all data stored about a person. */
  dataOf: (given: { user: User; onErased: () => void; onClose: () => void }) => ReactNode;
  /** A dialog with a person's holdings. */
  holdingsOf: (given: { person: User; onClose: () => void }) => ReactNode;
};

/** Everyone who can log in, their roles, and what the roles mean. */
export function PeopleScreen({ dataOf, holdingsOf }: Props) {
  const list = usePagedList(allUsers);
  useFailureToast(list.error, "Error fetching people", "Could not fetch the people");
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const change = useChange();
  const [shown, setShown] = useState<User | null>(null);
  const [subject, setSubject] = useState<User>();
  const removing = useRemoval(() => {
    heading.current?.focus();
    peopleChanged(client);
  });
  const columns: Column<User>[] = [
    ...NAMED,
    {
      label: "Role",
      // Its longest name does not fit in one column of a card.
      className: "as-rows:w-40 as-cards:col-span-2",
      cell: (user) => (
        <Select
          label={`Role of ${user.name}`}
          labelHidden
          value={user.role}
          options={OPTIONS}
          onChange={(role) => void change.role(user, role as Role)}
        />
      ),
    },
    {
      label: "Holdings",
      className: "as-rows:w-28",
      cell: (user) => (
        <AdminButton aria-label={`Show the holdings of ${user.name}`} onClick={() => setShown(user)}>
          Show
        </AdminButton>
      ),
    },
    {
      label: "Actions",
      card: "actions",
      className: "as-rows:w-56",
      cell: (user) => (
        <RowActions>
          <AdminButton
            variant="quiet"
            className="whitespace-nowrap"
            aria-label={`${user.is_active ? "Suspend" : "Resume"} ${user.name}`}
            onClick={() => void change.state(user)}
          >
            {user.is_active ? "Suspend" : "Resume"}
          </AdminButton>
          <AdminIconButton
            label={`Personal data of ${user.name}`}
            aria-haspopup="dialog"
            onClick={() => setSubject(user)}
          >
            <Icon icon={FileUser} size={16} />
          </AdminIconButton>
          <AdminIconButton label={`Remove ${user.name}`} className="hover:text-down" onClick={() => removing.ask(user)}>
            <Icon icon={Trash2} size={16} />
          </AdminIconButton>
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <ScreenHead ref={heading} title="People" />
      <PagedTable
        list={list}
        noun={{ one: "person", many: "people" }}
        columns={columns}
        rowKey={({ id }) => id}
        empty="No one can log in."
        isWide
      />
      <Invitations />
      <PermissionTable />
      {removing.question}
      {shown && holdingsOf({ person: shown, onClose: () => setShown(null) })}
      {subject &&
        dataOf({
          user: subject,
          onClose: () => setSubject(undefined),
          onErased: () => {
            // Closed first: closing returns the focus to a button that is about to be removed.
            flushSync(() => setSubject(undefined));
            heading.current?.focus();
          },
        })}
    </>
  );
}

/** Reverts the display of a change that failed. */
function useChange() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { run } = useCall();
  const send = (user: User, body: { role?: Role; is_active?: boolean }, title: string) =>
    run(
      async () => {
        await people.send(api, "PATCH /accounts/users/:id", { params: { id: user.id }, body });
        show({ title });
      },
      { title: "Nothing was changed", fallback: `Could not change ${user.name}` },
    ).finally(() => peopleChanged(client));
  return {
    role: (user: User, role: Role) => send(user, { role }, `${user.name} is ${ROLE_WORDS[role].toLowerCase()} now`),
    state: (user: User) =>
      send(
        user,
        { is_active: !user.is_active },
        user.is_active ? `${user.name} is suspended` : `${user.name} can log in again`,
      ),
  };
}

function useRemoval(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<User>({
    words: {
      title: "Remove this person?",
      confirm: "Remove",
      busy: "Removing...",
      deleted: "Person removed",
      failed: "Error removing the person",
      fallback: "Could not remove the person",
    },
    consequence: ({ name, email }) =>
      `${name} (${email}) will be logged out everywhere and can no longer log in. Articles and bylines stay.`,
    call: ({ id }) => people.send(api, "DELETE /accounts/users/:id", { params: { id } }),
    onDeleted,
  });
}
