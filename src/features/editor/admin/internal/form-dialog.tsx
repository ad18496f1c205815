import type { ComponentProps, FormEvent, ReactNode } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";

type FormDialogProps = {
  action: string;
  removal?: { label: string; run: () => void } | false;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
  picker?: ReactNode;
} & Pick<ComponentProps<typeof Dialog>, "focused">;

export function FormDialog({ action, removal, onSubmit, onClose, children, picker, focused }: FormDialogProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <OutsideForm>
      <Dialog title={action} onClose={onClose} focused={focused}>
        <form onSubmit={submit} noValidate className="mt-4 space-y-4">
          {children}
          <div className="flex flex-wrap justify-end gap-2">
            {removal && (
              <AdminButton variant="danger" className="mr-auto" onClick={removal.run}>
                {removal.label}
              </AdminButton>
            )}
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary">
              {action}
            </AdminButton>
          </div>
        </form>
        {picker}
      </Dialog>
    </OutsideForm>
  );
}
