import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

// Most pages need a confirmation at some point, but never when they open.
const ConfirmDialogContent = lazy(() => import('./confirm-dialog-content.tsx'));

export interface ConfirmDialogProps {
  title: string;
  /** A sentence about what will happen. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  isDangerous?: boolean;
  /** A text to type before the button is enabled, for actions that cannot be undone. */
  typedText?: string;
  /** Whether the children contain a field that gets the focus instead of the button. */
  hasField?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
}

/** Asks for confirmation. Mount it to open it. Escape and a click outside ask too once a field was changed. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  return (
    <Suspense>
      <ConfirmDialogContent {...props} />
    </Suspense>
  );
}

/** Asks before a dialog with unsaved input closes. */
export function LeaveQuestion({
  onLeave,
  onStay,
}: {
  onLeave: () => void;
  onStay: () => void;
}): ReactElement {
  return (
    <ConfirmDialog
      title="Close without saving?"
      confirmLabel="Close"
      isDangerous
      onConfirm={onLeave}
      onClose={onStay}
    >
      Your changes will be lost.
    </ConfirmDialog>
  );
}
