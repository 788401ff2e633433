import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './settings-card.module.css';

interface SettingsCardProps {
  title: string;
  text: string;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsCard({ title, text, actions, children }: SettingsCardProps): ReactElement {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className={styles['card'] ?? ''}>
      <div className={styles['top']}>
        <div className={styles['about']}>
          <Typography id={id} component="h2" variant="h5">
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {text}
          </Typography>
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </Card>
  );
}
