import IconButton from '@mui/material/IconButton';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import styles from './record-rail.module.css';

interface ContactLineProps {
  icon: string;
  text: string;
  /** What it is, where that does not show by itself. */
  label?: string;
  href?: string;
  isExternal?: boolean;
}

/** An address, number or identifier to follow and to copy. */
export function ContactLine({ icon, text, label, href, isExternal = false }: ContactLineProps): ReactElement {
  return (
    <p className={styles['contact']}>
      <Icon name={icon} size={18} />
      {label !== undefined && <span className={styles['label']}>{label}</span>}
      {href === undefined ? (
        <span className={styles['value']}>{text}</span>
      ) : (
        <a
          className={styles['value']}
          href={href}
          {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {text}
        </a>
      )}
      <CopyButton text={text} />
    </p>
  );
}

function CopyButton({ text }: { text: string }): ReactElement | null {
  const toasts = useToasts();
  // Browsers give pages without a secure context no clipboard.
  if (!('clipboard' in navigator)) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toasts.done('Copied'),
      () => toasts.failed('The browser did not allow copying'),
    );
  };
  return (
    <IconButton size="small" aria-label={`Copy ${text}`} onClick={copy}>
      <Icon name="solar:copy-linear" size={16} />
    </IconButton>
  );
}
