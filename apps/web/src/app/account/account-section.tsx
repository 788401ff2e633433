import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './account-section.module.css';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';

interface AccountSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

export function AccountSection({ title, text, children }: AccountSectionProps): ReactElement {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className={styles['section']}>
      <div className={styles['about']}>
        <Typography id={id} component="h2" variant="h5">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      <div className={styles['controls']}>{children}</div>
    </Card>
  );
}

export function AccountList({ children }: { children: ReactNode }): ReactElement {
  return <ul className={styles['list']}>{children}</ul>;
}

interface AccountItemProps {
  icon: string;
  /** Can include a status label. */
  title: ReactNode;
  note: ReactNode;
  children: ReactNode;
}

export function AccountItem({ icon, title, note, children }: AccountItemProps): ReactElement {
  return (
    <li className={styles['item']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={22} />
      </span>
      <div className={styles['text']}>
        <p className={styles['title']}>{title}</p>
        <div className={styles['note']}>{note}</div>
      </div>
      {children}
    </li>
  );
}
