import {
  createContext,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './toast-provider.module.css';

const maxAtOnce = 3;
/** A message shown this shortly before the page changes belongs to the next page. */
const carriedMs = 1500;

export interface ToastContent {
  message: string;
  tone: 'plain' | 'error';
  /** How long it is shown; the timer pauses while a pointer or the focus is on the messages. */
  durationMs: number;
  /** Reverses the action. */
  undo?: () => void;
}

interface Toast extends ToastContent {
  id: number;
  /** In ms. */
  shownAt: number;
}

/** Shows a message. */
export const ToastContext = createContext<((toast: ToastContent) => void) | null>(null);

interface ToastProviderProps {
  /** Identifies the page on screen: messages of the previous page are removed with it. */
  page: string;
  children: ReactNode;
}

/** Short messages at the lower edge of the screen, the newest at the bottom, at most three. */
export function ToastProvider({ page, children }: ToastProviderProps): ReactElement {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const region = useRef<HTMLElement>(null);
  const isPaused = useIsPaused(region);
  const lastId = useRef(0);

  const show = useCallback((toast: ToastContent): void => {
    lastId.current += 1;
    const added = { ...toast, id: lastId.current, shownAt: Date.now() };
    setToasts((shown) => [...shown, added].slice(-maxAtOnce));
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      // React may run the function below later, so the time is taken now.
      const now = Date.now();
      setToasts((shown) => shown.filter(({ shownAt }) => now - shownAt < carriedMs));
    });
    return () => clearTimeout(timer);
  }, [page]);
  const close = useCallback(
    (id: number): void => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );

  return (
    <ToastContext value={show}>
      {children}
      <section ref={region} aria-label="Messages" aria-live="polite" className={styles['region']}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onClose={close} />
        ))}
      </section>
    </ToastContext>
  );
}

/** Whether a pointer or the focus is inside. */
function useIsPaused(place: RefObject<HTMLElement | null>): boolean {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const element = place.current;
    const ended = new AbortController();
    for (const event of ['pointerover', 'focusin'])
      element?.addEventListener(event, () => setPaused(true), ended);
    for (const event of ['pointerleave', 'focusout'])
      element?.addEventListener(event, () => setPaused(false), ended);
    return () => ended.abort();
  }, [place]);
  return isPaused;
}

function ToastCard({
  toast,
  isPaused,
  onClose,
}: {
  toast: Toast;
  isPaused: boolean;
  onClose: (id: number) => void;
}): ReactElement {
  const { id, message, tone, durationMs, undo } = toast;

  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => onClose(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isPaused, onClose]);

  return (
    <div className={classNames(styles['toast'], styles[tone])} role={tone === 'error' ? 'alert' : undefined}>
      <span className={styles['message']}>{message}</span>
      {undo !== undefined && (
        <button
          type="button"
          className={styles['undo']}
          onClick={() => {
            onClose(id);
            undo();
          }}
        >
          Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        className={styles['close']}
        onClick={() => onClose(id)}
      >
        <Icon name="solar:close-linear" size={18} />
      </button>
    </div>
  );
}
