import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { engagementQuery } from './engagements.queries.ts';
import { LetterCard, type LetterDialogName } from './letter-card.tsx';
import { ProtectedBuyers } from './protected-buyers.tsx';
import styles from './engagements.module.css';

const LetterDialog = lazy(() => import('./letter-dialog.tsx'));
const SignDialog = lazy(() => import('./term-dialogs.tsx'));
const EndDialog = lazy(async () => ({ default: (await import('./term-dialogs.tsx')).EndDialog }));

interface OpenDialog {
  name: LetterDialogName;
  /** Null to draft a new letter. */
  letter: EngagementLetter | null;
}

/** The engagement letters of a business, newest first, and its protected buyers. For staff only. */
export default function EngagementSection({ business }: { business: BusinessDetail }): ReactElement {
  const { data, error, refetch } = useQuery(engagementQuery(business.id));
  const { canUpdate } = business.abilities;
  const hasDraft = useHasDraft(`engagement:${business.id}`);
  const [dialog, setDialog] = useState<OpenDialog | null>(
    hasDraft && canUpdate ? { name: 'edit', letter: null } : null,
  );
  if (data === undefined)
    return error === null ? (
      <ListSkeleton columns={['30%', '70%']} rows={6} rowHeight={36} />
    ) : (
      <FailedState
        title="The engagement letters could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  const { engagementLetters: letters, protectedBuyers, tailEndsOn } = data;
  const draft = (): void => setDialog({ name: 'edit', letter: null });
  const onClose = (): void => setDialog(null);
  return (
    <div className={styles['section']}>
      {letters.length === 0 ? (
        <EmptyState
          icon="solar:document-text-bold-duotone"
          title="No engagement letter yet"
          text="The letter sets the fee table, minimum, term, and tail. Commissions are computed from it."
          {...(canUpdate && { action: <Button onClick={draft}>Draft letter</Button> })}
        />
      ) : (
        <section className={styles['part']} aria-label="Engagement letters">
          <div className={styles['top']}>
            <h2 className={styles['title']}>Engagement letters</h2>
            {canUpdate && !letters.some(({ status }) => status === 'draft') && (
              <Button variant="outlined" color="inherit" size="small" onClick={draft}>
                Draft letter
              </Button>
            )}
          </div>
          {letters.map((letter) => (
            <LetterCard
              key={letter.id}
              letter={letter}
              canUpdate={canUpdate}
              onOpen={(name) => setDialog({ name, letter })}
            />
          ))}
        </section>
      )}
      {letters.some(({ status }) => status !== 'draft') && (
        <ProtectedBuyers business={business} buyers={protectedBuyers} tailEndsOn={tailEndsOn} />
      )}
      <Suspense>
        {dialog?.name === 'edit' && (
          <LetterDialog business={business} letter={dialog.letter} onClose={onClose} />
        )}
        {dialog?.name === 'sign' && dialog.letter !== null && (
          <SignDialog letter={dialog.letter} onClose={onClose} />
        )}
        {dialog?.name === 'end' && dialog.letter !== null && (
          <EndDialog letter={dialog.letter} onClose={onClose} />
        )}
      </Suspense>
    </div>
  );
}
