import { NewsroomSettings } from "./internal/newsroom-settings.tsx";

/** What the newsroom itself settles, for all who work in it. */
export function SettingsScreen() {
  return (
    <div className="max-w-2xl pt-6">
      <NewsroomSettings />
    </div>
  );
}
