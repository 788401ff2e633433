import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import styles from './sheet.module.css';
import { useModal } from './use-modal.ts';

interface SheetProps {
  title: string;
  side: 'left' | 'right';
  isOpen: boolean;
  onClose: () => void;
  /** Shown instead of the title, which remains the accessible name. */
  heading?: ReactNode;
  children: ReactNode;
}

/** A modal panel at an edge of the window, with a title and close button. Focus returns to the opener. */
export function Sheet({ title, side, isOpen, onClose, heading, children }: SheetProps): ReactElement {
  const dialog = useModal(isOpen, onClose);
  return (
    <dialog ref={dialog} className={classNames(styles['sheet'], styles[side])} aria-label={title}>
      {isOpen && (
        <div className={styles['panel']}>
          <div className={styles['top']}>
            {heading ?? <h2>{title}</h2>}
            <IconButton
              icon="solar:close-linear"
              label={`Close ${title.toLowerCase()}`}
              onClick={onClose}
              className={styles['close']}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
