import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import type { EmailDraftHandle } from './draft/use-email-draft.ts';
import styles from './quoted-original.module.css';

/** The message that is answered: below the mail unless it is left out. */
export function QuotedOriginal({ draft }: { draft: EmailDraftHandle }): ReactElement | null {
  const { replyTo, hasQuote } = draft.values;
  if (replyTo === null) return null;
  return (
    <div className={styles['quoted']}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={hasQuote}
            onChange={(_event, isChecked) => draft.change({ hasQuote: isChecked })}
          />
        }
        label="Quote the answered email below"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {hasQuote && (
        <details>
          <summary>
            {replyTo.sender} wrote <RelativeTime time={replyTo.sentAt} />
          </summary>
          <blockquote className={styles['original']}>{replyTo.text}</blockquote>
        </details>
      )}
    </div>
  );
}
