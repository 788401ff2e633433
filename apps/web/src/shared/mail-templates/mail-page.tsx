import Alert from '@mui/material/Alert';
import type { MailPreview } from '@handover/contract/mail-templates.ts';
import type { ReactElement, ReactNode } from 'react';
import styles from './mail-page.module.css';
import { listFields } from './template-fields.ts';

interface MailPageProps {
  preview: MailPreview;
  /** Said above the mail: who gets it, or why they do not. */
  children?: ReactNode;
}

/** A mail as a customer would get it, in a frame that may do nothing. */
export function MailPage({ preview: { subject, missing, url }, children }: MailPageProps): ReactElement {
  return (
    <div className={styles['page']}>
      {children}
      {missing.length > 0 && (
        <Alert severity="warning">
          Nothing to put in for the {listFields(missing)}. Write what stands there instead, as in{' '}
          <code>{`{{${missing[0] ?? ''}|you}}`}</code>: without it this customer gets no mail.
        </Alert>
      )}
      <div className={styles['mail']}>
        <p className={styles['subject']}>{subject}</p>
        <iframe
          key={url}
          src={url}
          title={`Preview: ${subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={styles['frame']}
        />
      </div>
    </div>
  );
}
