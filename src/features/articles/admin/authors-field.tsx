import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { useApi } from "#shared/use-api.ts";
import { ChipsField } from "#ui/admin/chips-field.tsx";
import { namesLike } from "#ui/admin/suggest-field.tsx";
import { splitList } from "#ui/admin/typed-list.ts";

type Props = {
  names: string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
};

/** The authors of an article: profiles as suggestions, or any other name. */
export function AuthorsField({ names, error, onChange }: Props) {
  const known = (useApi(allAuthors()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <ChipsField
      label="Authors"
      name="authors"
      values={names}
      error={error}
      hint="Enter adds the first suggestion, a comma the name as typed. The first is named first."
      split={splitList}
      offersFor={(typed) => namesLike(known, typed)}
      onChange={onChange}
    />
  );
}
