import { useEffect, useRef, type RefObject } from 'react';

/**
 * A dialog that is modal while it is open, and that Escape and a click beside it close. Focus returns to the opener.
 * `onClose` comes with the key or the click: a browser tells of its own closing a moment later, in which somebody
 * may have opened it again.
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

/** Returns what ends it. */
function listen(element: HTMLDialogElement, onClose: () => void): () => void {
  // Everything inside stands in a panel of the same size, so a click on the dialog itself is one beside it.
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
