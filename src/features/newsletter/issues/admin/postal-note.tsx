import { Link } from "react-router";
import { newsroomSettings } from "#features/settings/calls.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";

/** Says that the postal address is missing, which every mail to subscribers must carry. It does not keep from sending. */
export function PostalNote() {
  const { data } = useApi(newsroomSettings());
  if (data?.postal_address !== "") return null;
  return (
    <p className="border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      The newsroom’s postal address is missing. Many countries require one in every newsletter.{" "}
      <Link to={adminUrl.settings()} className="font-semibold underline underline-offset-2">
        Enter it in the settings
      </Link>
    </p>
  );
}
