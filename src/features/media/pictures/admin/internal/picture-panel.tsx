import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, X } from "lucide";
import { type Ref, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ownUrl } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import { PlaceLink } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { FormGuard } from "#ui/admin/edit-form/use-open-form.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import type { Discarded, StoredSession } from "#ui/admin/session/kept-sessions.ts";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Described, isReplaceable } from "../../rules.ts";
import type { PictureDetail, PictureUse, StoredPicture } from "../../schema.ts";
import { ALL_PICTURES, deletePicture, pictureDetail } from "../calls.ts";
import { fileSize, kindOfUse, nameOf } from "../picture-kind.ts";
import { CropDialog, ReplaceDialog } from "./picture-dialogs.tsx";
import { PictureForm } from "./picture-form.tsx";
import { PictureTags } from "./picture-tags.tsx";

/** Deletes an unused picture after confirmation. */
function useDeletePicture(onDeleted: (picture: StoredPicture) => void) {
  const api = useEditorApi();
  return useDeletion<StoredPicture>({
    words: {
      title: "Delete this picture?",
      confirm: "Delete",
      deleted: "Picture deleted",
      failed: "Error deleting picture",
      fallback: "Could not delete the picture",
    },
    consequence: (picture) => (
      <>
        <strong className="text-ink">{nameOf(picture)}</strong> will be deleted permanently, together with its
        addresses.
      </>
    ),
    call: ({ id }) => deletePicture(api, id),
    onDeleted,
  });
}

type Props = {
  id: number;
  /** The address of a use of a picture, in the admin area or on the site; null for none. */
  urlOfUse: (use: PictureUse) => string | null;
  account: string;
  restored: StoredSession<Described> | null;
  guard: Ref<FormGuard>;
  onOpen: (picture: StoredPicture) => void;
  onClose: () => void;
  onDeleted: () => void;
  onDiscarded: (discarded: Discarded) => void;
};

/** One picture of the library: large, with texts, uses and actions. */
export function PicturePanel({ id, onClose, ...props }: Props) {
  const { data: picture, error, refetch } = useApi(pictureDetail(id), { refetchOnMount: "always" });
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each picture that is opened
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <section aria-label="Picture details" className="lg:border-l lg:border-rule lg:pl-6">
      <AdminButton variant="quiet" className="mb-3 -ml-3 lg:hidden" onClick={onClose}>
        <Icon icon={ArrowLeft} size={16} />
        All pictures
      </AdminButton>
      <div className="mb-3 flex items-start justify-between gap-3">
        <h2
          ref={heading}
          tabIndex={-1}
          className="headline-sm min-w-0 font-semibold wrap-anywhere outline-none lg:pt-1.5"
        >
          {picture ? nameOf(picture) : isGone ? "Picture not found" : "Picture"}
        </h2>
        <AdminIconButton label="Close" className="max-lg:hidden" onClick={onClose}>
          <Icon icon={X} size={18} />
        </AdminIconButton>
      </div>
      {picture ? (
        <Details picture={picture} {...props} />
      ) : isGone ? (
        <p className="text-muted">It has been deleted.</p>
      ) : error ? (
        <FailedNote onRetry={refetch}>Could not load the picture.</FailedNote>
      ) : (
        <div aria-busy="true" className="space-y-5">
          <p role="status" className="sr-only">
            Loading the picture...
          </p>
          <Skeleton className="aspect-video w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </section>
  );
}

type DetailProps = Omit<Props, "id" | "onClose"> & { picture: PictureDetail };

function Details({ picture, urlOfUse, account, restored, guard, onOpen, onDeleted, onDiscarded }: DetailProps) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"crop" | "replace" | null>(null);
  const may = useMay();
  const mayManage = may("picture.manage");
  const mayDescribe = may("picture.describe", picture.is_own ? "own" : "any");
  const deleting = useDeletePicture(onDeleted);
  const changed = () => void client.invalidateQueries(callsUnder(ALL_PICTURES));
  function onStored(stored: StoredPicture) {
    client.setQueryData(pictureDetail(picture.id).queryKey, { ...picture, ...stored });
    changed();
  }
  const close = () => setDialog(null);
  const onMade = (made: StoredPicture) => {
    close();
    changed();
    onOpen(made);
  };
  const count = picture.used_in.length;
  return (
    <>
      {mayDescribe ? (
        <PictureForm {...{ account, picture, restored, guard, onStored, onDiscarded }} />
      ) : (
        <Description picture={picture} />
      )}
      <div className="mt-6 flex flex-wrap gap-2 border-t border-rule pt-5">
        <AdminButton onClick={() => setDialog("crop")}>Crop or rotate...</AdminButton>
        {mayManage && (
          <>
            <AdminButton onClick={() => setDialog("replace")} disabled={!picture.used_in.some(isReplaceable)}>
              Replace everywhere...
            </AdminButton>
            <AdminButton variant="danger" onClick={() => deleting.ask(picture)} disabled={count > 0}>
              Delete
            </AdminButton>
          </>
        )}
      </div>
      {mayManage && count > 0 && <p className="meta mt-2">Pictures in use cannot be deleted.</p>}
      <PictureTags picture={picture} mayChange={mayDescribe} />
      <Uses uses={picture.used_in} urlOfUse={urlOfUse} />
      <Facts picture={picture} />
      {dialog === "crop" && <CropDialog picture={picture} isUsed={count > 0} onMade={onMade} onClose={close} />}
      {dialog === "replace" && (
        <ReplaceDialog picture={picture} uses={picture.used_in} onReplaced={onMade} onClose={close} />
      )}
      {deleting.question}
    </>
  );
}

/** The picture and its details, read-only. */
function Description({ picture }: { picture: StoredPicture }) {
  const { url, alt, width, height, caption, credit, licence } = picture;
  const texts = Object.entries({ "Alternative text": alt, Caption: caption, Credit: credit, Licence: licence });
  return (
    <>
      <img src={ownUrl(url)} alt={alt} {...{ width, height }} className="mx-auto max-h-96 w-auto bg-surface" />
      <dl className="mt-5 space-y-3 text-[0.9375rem]">
        {texts.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt className="text-sm font-semibold">{label}</dt>
                <dd className="wrap-anywhere">{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="meta mt-3">Only its uploader and editors can change its texts.</p>
    </>
  );
}

function Uses({ uses, urlOfUse }: { uses: PictureUse[]; urlOfUse: Props["urlOfUse"] }) {
  return (
    <section aria-labelledby="picture-uses" className="mt-6">
      <h3 id="picture-uses" className="text-sm font-semibold">
        Used in
      </h3>
      {uses.length === 0 ? (
        <p className="meta mt-1">Not used anywhere.</p>
      ) : (
        <ul className="mt-1 divide-y divide-rule">
          {uses.map((use) => (
            <li key={`${use.type} ${use.id}`} className="flex min-h-10 items-baseline justify-between gap-4 py-2">
              <UseName title={use.title || "Untitled"} to={urlOfUse(use)} />
              <span className="meta shrink-0">{kindOfUse(use)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function UseName({ title, to }: { title: string; to: string | null }) {
  if (to === null) return <span className="min-w-0 wrap-anywhere">{title}</span>;
  return (
    <PlaceLink to={to} className="min-w-0 wrap-anywhere underline underline-offset-4 hover:text-accent">
      {title}
    </PlaceLink>
  );
}

function Facts({ picture }: { picture: StoredPicture }) {
  const { width, height, size, created_at, uploaded_by, name } = picture;
  const facts: [label: string, value: string | null][] = [
    ["File", name || null],
    ["Size", `${width} × ${height} pixels${size === null ? "" : `, ${fileSize(size)}`}`],
    ["Uploaded", `${exactTime(created_at)}${uploaded_by ? ` by ${uploaded_by}` : ""}`],
  ];
  return (
    <dl className="meta mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="wrap-anywhere text-ink">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
