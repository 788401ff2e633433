import { useEffect, useRef, type RefObject } from 'react';

/**
 * A modal dialog that Escape and a click outside close. Focus returns to the opener. `onClose` is called
 * with the key or click, because the browser's close event comes later, when the dialog may be open again.
 */
export function useModal(isOpen: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);

  useEffect(() => {
    latest.current = onClose;
  });

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element?.open === false) element.showModal();
    if (!isOpen && element?.open === true) element.close();
  }, [isOpen]);

  useEffect(() => (dialog.current === null ? undefined : listen(dialog.current, () => latest.current())), []);

  return dialog;
}

/** Returns a function that removes the listeners. */
function listen(element: HTMLDialogElement, onClose: () => void): () => void {
  // The panel fills the dialog element, so a click on the dialog element itself is outside the panel.
  const close = (event: Event): void => {
    if (event.target !== element) return;
    event.preventDefault();
    element.close();
    onClose();
  };
  const hear = (): void => {
    if (!element.open) onClose();
  };
  element.addEventListener('click', close);
  element.addEventListener('cancel', close);
  element.addEventListener('close', hear);
  return () => {
    element.removeEventListener('click', close);
    element.removeEventListener('cancel', close);
    element.removeEventListener('close', hear);
  };
}
