import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './account-section.module.css';

interface AccountSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A topic of the account: what it is about at the left, its controls at the right. */
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
