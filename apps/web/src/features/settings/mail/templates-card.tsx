import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';

/** The way to the templates of mail, which all staff write. */
export function TemplatesCard(): ReactElement {
  return (
    <SettingsCard
      title="Templates"
      text="What is sent often, written once, with fields such as the customer’s name."
      actions={
        <Button component={Link} to="/admin/users/templates" variant="outlined" color="inherit">
          Open templates
        </Button>
      }
    >
      <p className={styles['note']}>You keep the shared ones; everybody who works here has their own too.</p>
    </SettingsCard>
  );
}
