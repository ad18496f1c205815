import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { longDate } from "#shared/dates.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { DateField } from "#ui/admin/date-fields.tsx";
import { problemOfDay } from "#ui/admin/date-values.ts";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { EmptyState } from "#ui/admin/empty-state.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Holding, HoldingChange, HoldingEndpoints } from "../endpoints.ts";
import { dayIn, MAX_SYMBOL_LENGTH } from "../rules.ts";

type DialogProps = { person: { id: number; name: string }; onClose: () => void };

export function HoldingsDialog({ person, onClose }: DialogProps) {
  const { data, isError, refetch } = useApi(holdingsOf(person.id), { refetchOnMount: "always" });
  return (
    <Dialog title={`Holdings of ${person.name}`} onClose={onClose} wide focused={lastButton}>
      <p className="mt-2 mb-4 text-[0.9375rem] text-muted">Only {person.name} can change this register.</p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the holdings.</FailedNote>
      ) : (
        <DataTable
          caption={`Holdings of ${person.name}`}
          columns={HOLDING_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          loading="Loading the holdings..."
          empty="No holdings registered."
        />
      )}
      <div className="mt-5 flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}

const HOLDING_COLUMNS: Column<Holding>[] = [
  {
    label: "Symbol",
    card: "title",
    cell: ({ symbol, is_current }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{symbol}</span>
        {is_current && <span className="ml-2 whitespace-nowrap text-sm text-up">Held now</span>}
      </span>
    ),
  },
  {
    label: "From",
    className: "tabular-nums as-rows:w-44",
    cell: ({ from }) => <time dateTime={from}>{longDate(from)}</time>,
  },
  {
    label: "Until",
    className: "tabular-nums as-rows:w-44",
    cell: ({ to }) => (to === null ? "Still held" : <time dateTime={to}>{longDate(to)}</time>),
  },
];

const holdings = editorClientOf<HoldingEndpoints>();

const ownHoldings = () => holdings.query("GET /accounts/holdings");

const holdingsOf = (id: number) => holdings.query("GET /accounts/users/:id/holdings", { params: { id } });

type HoldingValues = Pick<Holding, "symbol" | "from"> & { to: string };

const changeHolding = async (api: EditorApi, id: number, body: HoldingChange): Promise<Holding> =>
  (await holdings.send(api, "PATCH /accounts/holdings/:id", { params: { id }, body })).body;

/** Registers a holding, or changes the one with this id. */
async function saveHolding(api: EditorApi, id: number | undefined, { to, ...values }: HoldingValues): Promise<Holding> {
  const body = { ...values, to: to === "" ? null : to };
  return id === undefined
    ? (await holdings.send(api, "POST /accounts/holdings", { body })).body
    : changeHolding(api, id, body);
}

const NONE =
  "No holdings yet. An article of yours that names one ends with a sentence such as “Amina Yusuf held BTC when this was published.”";

export function HoldingsScreen() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const zone = useNewsroomZone();
  const { data, isError, refetch } = useApi(ownHoldings(), { refetchOnMount: "always" });
  const [opened, setOpened] = useState<"new" | Holding | null>(null);
  const { run } = useCall();
  const today = dayIn(zone ?? "UTC", Date.now());
  const changed = () => client.invalidateQueries({ queryKey: ownHoldings().queryKey });
  const end = ({ id, symbol }: Holding) =>
    run(
      async () => {
        await changeHolding(api, id, { to: today });
        heading.current?.focus();
        show({ title: `${symbol} ended today` });
      },
      { title: "The holding was not changed", fallback: "Please try again." },
    ).finally(changed);
  const removing = useDeletion<Holding>({
    words: {
      title: "Remove this entry?",
      confirm: "Remove",
      busy: "Removing...",
      deleted: "Entry removed",
      failed: "The entry was not removed",
      fallback: "Please try again.",
    },
    consequence: ({ symbol }) =>
      `Remove ${symbol} only if you entered it by mistake. If you sold it, set a last day instead. Existing disclosures in articles stay.`,
    call: ({ id }) => holdings.send(api, "DELETE /accounts/holdings/:id", { params: { id } }),
    onDeleted: () => {
      heading.current?.focus();
      void changed();
    },
  });
  return (
    <section aria-label="Holdings">
      <ScreenHead ref={heading} title="Holdings">
        <AdminButton variant="primary" onClick={() => setOpened("new")}>
          New holding
        </AdminButton>
      </ScreenHead>
      <p className="mb-5 max-w-2xl text-[0.9375rem] text-muted">
        Register holdings that you write about. Readers see current holdings on your author page. Each of your articles
        that names one discloses it at the end, as of publication. Existing disclosures in articles stay.
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load your holdings.</FailedNote>
      ) : data?.length === 0 ? (
        <EmptyState
          empty={{ words: NONE, steps: [{ label: "Register the first holding", run: () => setOpened("new") }] }}
        />
      ) : (
        <DataTable
          caption="Holdings"
          columns={[...HOLDING_COLUMNS, actionsOf({ today, end, change: setOpened, remove: removing.ask })]}
          rows={data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          loading="Loading your holdings..."
        />
      )}
      <p className="mt-8 text-[0.9375rem]">
        <Link to={`${pageUrl.admin()}?tab=profile`} className="underline underline-offset-4 hover:text-accent">
          Open the author profile
        </Link>
      </p>
      {opened !== null && (
        <HoldingDialog
          holding={opened === "new" ? undefined : opened}
          today={today}
          onClose={() => setOpened(null)}
          onSaved={({ symbol }) => {
            flushSync(() => setOpened(null));
            show({ title: opened === "new" ? `${symbol} is registered` : `${symbol} is changed` });
            void changed();
          }}
        />
      )}
      {removing.question}
    </section>
  );
}

type Actions = {
  today: string;
  end: (holding: Holding) => void;
  change: (holding: Holding) => void;
  remove: (holding: Holding) => void;
};

const actionsOf = ({ today, end, change, remove }: Actions): Column<Holding> => ({
  label: "Actions",
  card: "actions",
  className: "as-rows:w-52",
  cell: (holding) => (
    <RowActions>
      {holding.is_current && holding.to !== today && (
        <AdminButton
          variant="quiet"
          className="whitespace-nowrap"
          aria-label={`End today: ${holding.symbol}`}
          onClick={() => end(holding)}
        >
          End today
        </AdminButton>
      )}
      <AdminIconButton label={`Change ${holding.symbol}`} onClick={() => change(holding)}>
        <Icon icon={Pencil} size={16} />
      </AdminIconButton>
      <AdminIconButton label={`Remove ${holding.symbol}`} className="hover:text-down" onClick={() => remove(holding)}>
        <Icon icon={Trash2} size={16} />
      </AdminIconButton>
    </RowActions>
  ),
});

type Props = {
  holding: Holding | undefined;
  today: string;
  onClose: () => void;
  onSaved: (holding: Holding) => void;
};

function HoldingDialog({ holding, today, onClose, onSaved }: Props) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [values, setValues] = useState<HoldingValues>({
    symbol: holding?.symbol ?? "",
    from: holding?.from ?? today,
    to: holding?.to ?? "",
  });
  useErrorFocus(form, errors);
  useEffect(() => first.current?.focus(), []);
  const change = (part: Partial<HoldingValues>) => {
    setValues({ ...values, ...part });
    setErrors(errorsAfter(errors, part));
  };
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = Object.entries({ from: problemOfDay(values.from, today), to: problemOfDay(values.to, today) });
    const unread = problems.filter((each): each is [string, string] => each[1] !== undefined);
    setErrors(Object.fromEntries(unread));
    if (unread.length > 0) return;
    void run(async () => onSaved(await saveHolding(api, holding?.id, values)), {
      title: holding ? "The holding was not changed" : "The holding was not registered",
      fallback: "Please try again.",
      onFailed: (error) => setErrors(error instanceof ApiError ? error.errors : {}),
    });
  }
  const field = (name: keyof HoldingValues) => ({ name, value: values[name], error: errors[name] });
  return (
    <Dialog title={holding ? `Change ${holding.symbol}` : "New holding"} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <Field
          {...field("symbol")}
          ref={first}
          autoComplete="off"
          onChange={({ target }) => change({ symbol: target.value })}
          label="Symbol"
          hint="The ticker, for example BTC."
          maxLength={MAX_SYMBOL_LENGTH}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            {...field("from")}
            label="Held from"
            today={today}
            required
            onChange={(from) => change({ from })}
          />
          <DateField
            {...field("to")}
            label="Until"
            today={today}
            hint="Leave empty while you hold it."
            onChange={(to) => change({ to })}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
