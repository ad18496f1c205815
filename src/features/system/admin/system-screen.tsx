import { AllSettings, ScreenHead } from "#ui/admin/panel.tsx";
import { DemoSection } from "../demo/admin/demo-section.tsx";
import { StateSection } from "../state/admin/state-section.tsx";

/** The state of the installation, and what its chief does with it. */
export function SystemScreen() {
  return (
    <>
      <ScreenHead title="System">
        <AllSettings />
      </ScreenHead>
      <div className="max-w-4xl">
        <StateSection />
        <DemoSection />
      </div>
    </>
  );
}
