import { PeopleScreen } from "#features/people/admin/people-screen.tsx";
import { AccountData } from "#features/personal-data/admin/account-data.tsx";

/** The people, with what is kept about each. */
export function PeoplePlace() {
  return <PeopleScreen dataOf={(given) => <AccountData {...given} />} />;
}
