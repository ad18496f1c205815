import { Popover } from "@base-ui/react/popover";
import { useQueryClient } from "@tanstack/react-query";
import { ListChecks } from "lucide";
import { Link } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { MINUTE } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { ToDo, ToDoEndpoints } from "../endpoints.ts";

const client = editorClientOf<ToDoEndpoints>();

const toDo = () => client.query("GET /system/to-do");

const pageRoom = (page: number | undefined) => (page === undefined ? adminUrl.pages() : adminUrl.page(page));

/** The label of each item, and the screen where it is done. */
const ITEMS: Record<ToDo, { label: string; to: (page?: number) => string }> = {
  contact_email: { label: "Set the address that readers write to", to: adminUrl.publication },
  tagline: { label: "Write a tagline", to: adminUrl.publication },
  logo: { label: "Upload a logo", to: adminUrl.appearance },
  about: { label: "Write the page about the publication", to: pageRoom },
  contact: { label: "Publish the contact page", to: pageRoom },
  advertise: { label: "Publish the page for advertisers", to: pageRoom },
  mail: { label: "Set up a mail server", to: adminUrl.mail },
  postal_address: { label: "Set the postal address that newsletters show", to: adminUrl.settings },
  backups: { label: "Turn on nightly backups", to: adminUrl.system },
};

/** What a new publication still needs: each item leads to its screen, and disappears when it is done. */
export function ToDoList() {
  const api = useEditorApi();
  const queries = useQueryClient();
  const { isBusy, run } = useCall();
  const container = usePopupContainer();
  // An item may have been done on another screen a moment ago.
  const { data } = useApi(toDo(), { refetchInterval: MINUTE, refetchOnMount: "always" });
  if (!data || data.items.length === 0) return null;
  const dismiss = () =>
    run(
      async () => {
        const { body } = await client.send(api, "PUT /system/to-do", { body: { is_dismissed: true } });
        queries.setQueryData(toDo().queryKey, body);
      },
      { title: "The list was not dismissed", fallback: "Please try again." },
    );
  return (
    <Popover.Root>
      <Popover.Trigger className={`${buttonLook("plain")} shrink-0 max-sm:border-transparent max-sm:px-2`}>
        <Icon icon={ListChecks} size={16} className="sm:hidden" />
        <span>
          <span className="max-sm:sr-only">Still to do </span>({data.items.length})
        </span>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Positioner {...POPUP_POSITION} align="end">
          <Popover.Popup aria-label="Still to do" className={`${POPUP_LOOK} w-[min(24rem,calc(100vw-2rem))] p-4`}>
            <ul className="text-[0.9375rem]">
              {data.items.map(({ name, page }) => (
                <li key={name}>
                  <Link
                    to={ITEMS[name].to(page)}
                    className="inline-block py-1.5 underline underline-offset-4 hover:text-accent"
                  >
                    {ITEMS[name].label}
                  </Link>
                </li>
              ))}
            </ul>
            <AdminButton className="mt-3" disabled={isBusy} onClick={() => void dismiss()}>
              Dismiss for everyone
            </AdminButton>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
