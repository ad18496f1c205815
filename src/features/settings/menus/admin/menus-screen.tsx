import { useRef } from "react";
import type { MenuLink } from "#shared/menus.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { addRow, OrderedRows } from "#ui/admin/ordered-rows.tsx";
import { AllSettings } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import { BESIDE_PREVIEW, LoadingSettings, SitePreview } from "../../admin/site-preview.tsx";
import { MAX_FOOTER, MAX_HEADER, MAX_ITEMS, MAX_MENU_LABEL } from "../rules.ts";
import type { Menus } from "../schema.ts";
import { bodyOf, entriesIn, flatten, MENU_FORM } from "./menu-kind.ts";

const MENUS = {
  header: {
    title: "Header",
    about: "The links below the name. By default all categories, new ones included.",
    entry: "Entry",
    add: "Add an entry",
    max: MAX_HEADER,
  },
  footer: {
    title: "Footer",
    about:
      "Columns of links at the end of every page. By default the fixed pages and categories, and pages in the menu.",
    entry: "Column",
    add: "Add a column",
    max: MAX_FOOTER,
  },
} as const satisfies Record<keyof Menus, object>;

/** The menus of the header and the footer. */
export function MenusScreen() {
  return (
    <StandingForm
      {...MENU_FORM}
      title="Menus"
      isScreen
      actions={<AllSettings />}
      className={`${BESIDE_PREVIEW} [--fields:32rem]`}
      save={{ idle: "Save menus", busy: "Saving..." }}
      failed="Could not load the menus."
      loading={<LoadingSettings what="the menus" />}
    >
      {({ values, errors, change }) => (
        <>
          <div className="space-y-10">
            <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
              An address is a path of this site, such as <code>/about</code> or <code>/category/crypto</code>, or the
              https address of another site.
            </p>
            {(["header", "footer"] as const).map((name) => (
              <MenuFields
                key={name}
                name={name}
                list={values[name]}
                errors={errors}
                onChange={(list) => change({ [name]: list })}
              />
            ))}
          </div>
          <SitePreview changed={{ menus: bodyOf(values) }} />
        </>
      )}
    </StandingForm>
  );
}

type MenuProps = {
  name: keyof Menus;
  list: readonly string[];
  errors: FieldErrors;
  onChange: (list: string[]) => void;
};

const NO_LINK = { label: "", url: "" };

function MenuFields({ name, list, errors, onChange }: MenuProps) {
  const { title, about, entry: what, add, max } = MENUS[name];
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = entriesIn(list);
  const put = (changed: typeof entries) => onChange(flatten(changed));
  const set = (at: number, part: Partial<(typeof entries)[number]>) =>
    put(entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)));
  /** The button disappears with the entries. */
  function reset() {
    put([]);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby={`menu-${name}`}>
      <h2 ref={heading} tabIndex={-1} id={`menu-${name}`} className="headline-sm mb-1 font-semibold outline-none">
        {title}
      </h2>
      <p className="meta mb-4">{about}</p>
      {entries.length === 0 && <p className="mb-4 text-[0.9375rem]">Save without entries to use the default.</p>}
      <OrderedRows
        label={title}
        items={entries}
        nameOf={({ label }, at) => label || `${what.toLowerCase()} ${at + 1}`}
        onChange={put}
      >
        {({ items, ...link }, at) => {
          const path = `${name}.${at}`;
          return (
            <>
              <LinkFields
                what={`${what} ${at + 1}`}
                path={path}
                link={link}
                errors={errors}
                onChange={(part) => set(at, part)}
              />
              <SubLinks
                what={link.label || `${what.toLowerCase()} ${at + 1}`}
                path={`${path}.items`}
                items={items}
                errors={errors}
                onChange={(changed) => set(at, { items: changed })}
              />
            </>
          );
        }}
      </OrderedRows>
      {errors[name] && <p className="mt-3 text-sm font-medium text-down">{errors[name]}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        {entries.length < max && (
          <AdminButton
            onClick={({ currentTarget }) => addRow(currentTarget, () => put([...entries, { ...NO_LINK, items: [] }]))}
          >
            {add}
          </AdminButton>
        )}
        {entries.length > 0 && <AdminButton onClick={reset}>{`Reset ${title} to the Default`}</AdminButton>}
      </div>
    </section>
  );
}

type SubLinksProps = {
  what: string;
  path: string;
  items: readonly MenuLink[];
  errors: FieldErrors;
  onChange: (items: MenuLink[]) => void;
};

/** The links below an entry. */
function SubLinks({ what, path, items, errors, onChange }: SubLinksProps) {
  return (
    <div className="mt-3 border-l-2 border-rule pl-3 sm:ml-4">
      {items.length > 0 && (
        <OrderedRows
          label={`Below ${what}`}
          items={items}
          nameOf={({ label }, at) => label || `link ${at + 1} below ${what}`}
          onChange={onChange}
        >
          {(link, at) => (
            <LinkFields
              what={`Link ${at + 1} below ${what}`}
              path={`${path}.${at}`}
              link={link}
              errors={errors}
              onChange={(part) => onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)))}
            />
          )}
        </OrderedRows>
      )}
      {errors[path] && <p className="mt-2 text-sm font-medium text-down">{errors[path]}</p>}
      {items.length < MAX_ITEMS && (
        <AdminButton
          className={items.length > 0 ? "mt-3" : ""}
          aria-label={`Add a link below ${what}`}
          onClick={({ currentTarget }) => addRow(currentTarget, () => onChange([...items, NO_LINK]))}
        >
          Add a link below
        </AdminButton>
      )}
    </div>
  );
}

type LinkProps = {
  /** Names the link for users who cannot see its place. */
  what: string;
  path: string;
  link: MenuLink;
  errors: FieldErrors;
  onChange: (part: Partial<MenuLink>) => void;
};

function LinkFields({ what, path, link, errors, onChange }: LinkProps) {
  return (
    <div className="grid gap-2 @xs:grid-cols-[2fr_3fr]">
      <Field
        label="Label"
        aria-label={`${what}: label`}
        name={`${path}.label`}
        maxLength={MAX_MENU_LABEL}
        autoComplete="off"
        value={link.label}
        error={errors[`${path}.label`]}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <Field
        label="Address"
        aria-label={`${what}: address`}
        name={`${path}.url`}
        inputMode="url"
        autoComplete="off"
        value={link.url}
        error={errors[`${path}.url`]}
        onChange={({ target }) => onChange({ url: target.value })}
      />
    </div>
  );
}
