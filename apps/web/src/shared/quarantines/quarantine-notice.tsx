import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';

const ReviewDialog = lazy(() => import('./review-dialog.tsx'));

/** Shown instead of the text of an email or note that may contain patient information. */
export function QuarantineNotice({ id, text }: { id: string; text: string }): ReactElement {
  return (
    <Alert severity="warning" action={<ReviewButton id={id} label="Review" />}>
      {text}
    </Alert>
  );
}

/** Opens the review of a quarantined email, note, or file. */
export function ReviewButton({ id, label }: { id: string; label: string }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        Review
      </Button>
      {isOpen && (
        <Suspense>
          <ReviewDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
