import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../parts/class-names.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** Accessible name of a button without text. */
  triggerLabel?: string;
  /** Button content. */
  trigger: ReactNode;
  triggerClassName?: string | undefined;
  align?: 'start' | 'end';
  /** Shown above the items, and not reachable by arrow keys. */
  header?: ReactNode;
  className?: string | undefined;
  /** `MenuItem` elements; a click closes the menu. */
  children: ReactNode;
}

/** A button that opens a menu. Supports arrow keys, Home, End, and Escape; the focus returns to the button. */
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
  const popup = useRef<HTMLDivElement>(null);
  const menuId = useId();

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const place = (): void => {
      if (button.current !== null && popup.current !== null)
        positionPopup(popup.current, { anchor: button.current, align });
    };
    if (popup.current !== null) showOnTop(popup.current);
    place();
    document.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen, align]);

  useEffect(() => {
    if (!isOpen) return undefined;
    listItems(root.current)[0]?.focus();
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
    <div ref={root}>
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
        <div ref={popup} className={classNames(styles['popup'], className)}>
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

const gap = 8;

/** In the top layer, so that scroll containers do not clip it; older browsers use a fixed position. */
function showOnTop(popup: HTMLElement): void {
  if (!('popover' in popup)) return;
  popup.popover = 'manual';
  popup.showPopover();
}

/** Below its anchor, or above if there is no space below, within the window. */
function positionPopup(
  popup: HTMLElement,
  { anchor, align }: { anchor: HTMLElement; align: 'start' | 'end' },
): void {
  const place = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const left = align === 'start' ? place.left : place.right - width;
  const fitsBelow = place.bottom + gap + height <= window.innerHeight - gap;
  const top = fitsBelow || place.top < gap + height + gap ? place.bottom + gap : place.top - gap - height;
  popup.style.left = `${String(Math.max(gap, Math.min(left, window.innerWidth - width - gap)))}px`;
  popup.style.top = `${String(Math.max(gap, Math.min(top, window.innerHeight - height - gap)))}px`;
}

function moveFocus(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape') {
    event.stopPropagation();
    close();
    return;
  }
  const items = listItems(root);
  const target = findTarget(
    event.key,
    items.findIndex((item) => item === document.activeElement),
    items.length,
  );
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}

function findTarget(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

function listItems(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
