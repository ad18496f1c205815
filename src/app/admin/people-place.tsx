import { PeopleScreen } from "#features/identity/people/admin/people-screen.tsx";
import { AccountData } from "#features/personal-data/admin/account-data.tsx";
import { HoldingsDialog } from "#features/record/holdings/admin/holdings-dialog.tsx";

/** People, with the data stored about each. */
export function PeoplePlace() {
  return (
    <PeopleScreen
      dataOf={(given) => <AccountData {...given} />}
      holdingsOf={(given) => <HoldingsDialog {...given} />}
    />
  );
}
