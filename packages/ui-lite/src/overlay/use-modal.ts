import { useEffect, useRef, type RefObject } from 'react';

/** A dialog that is modal while it is open, and that a click beside it closes. Focus returns to the opener. */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element?.open === false) element.showModal();
    if (!isOpen && element?.open === true) element.close();
  }, [isOpen]);

  useEffect(() => {
    const element = dialog.current;
    element?.addEventListener('click', closeOnBackdrop);
    return () => element?.removeEventListener('click', closeOnBackdrop);
  }, []);

  return dialog;
}

/** Everything inside stands in a panel of the same size, so a click on the dialog itself is one beside it. */
function closeOnBackdrop(event: MouseEvent): void {
  if (event.target instanceof HTMLDialogElement) event.target.close();
}
