import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  /** The name of the menu. */
  label: string;
  /** The name of the button where it shows no text. */
  triggerLabel?: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string | undefined;
  align?: 'start' | 'end';
  /** Above the items, not reachable by arrow keys. */
  header?: ReactNode;
  className?: string | undefined;
  /** `MenuItem` parts; a click on one closes the menu. */
  children: ReactNode;
}

/** A button that opens a menu: arrow keys, Home, End, Escape, and focus back on the button. */
export function Menu({
  label,
  triggerLabel,
  trigger,
  triggerClassName,
  align = 'end',
  header,
  className,
  children,
}: MenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    itemsOf(root.current)[0]?.focus();
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    <div className={styles['root']} ref={root}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={triggerLabel}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen && (
        <div className={classNames(styles['popup'], styles[align], className)}>
          {header}
          <div
            id={menuId}
            role="menu"
            className={styles['list']}
            tabIndex={-1}
            aria-label={label}
            onKeyDown={(event) => moveFocus(event, root.current, close)}
            onClick={close}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
    close();
    return;
  }
  const items = itemsOf(root);
  const target = targetOf(
    event.key,
    items.findIndex((item) => item === document.activeElement),
    items.length,
  );
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}

function targetOf(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

function itemsOf(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
