import { DemoSection } from "../demo/admin/demo-section.tsx";
import { StateSection } from "../state/admin/state-section.tsx";

/** The state of the installation, and what its chief does with it. */
export function SystemScreen() {
  return (
    <div className="max-w-4xl">
      <StateSection />
      <DemoSection />
    </div>
  );
}
