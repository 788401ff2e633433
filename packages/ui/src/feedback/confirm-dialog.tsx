import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

// Most pages ask something at some point, but never on opening.
const ConfirmDialogContent = lazy(() => import('./confirm-dialog-content.tsx'));

export interface ConfirmDialogProps {
  title: string;
  /** A sentence about what will happen. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  isDangerous?: boolean;
  /** Must be typed before the button does anything: for acts that cannot be undone. */
  typedText?: string;
  /** Whether the children hold a field that takes the focus instead of the button. */
  hasField?: boolean;
  isPending?: boolean;
  isDisabled?: boolean;
}

/** Asks for confirmation. Mount it to open it. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  return (
    <Suspense>
      <ConfirmDialogContent {...props} />
    </Suspense>
  );
}
