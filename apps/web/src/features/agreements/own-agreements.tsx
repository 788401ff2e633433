import {
  declineOwnAgreement,
  listOwnAgreements,
  openAgreementPdf,
  signOwnAgreement,
  type OwnSigning,
} from '@handover/contract/agreements/agreements.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ownAgreementsQuery, useAgreementChange } from './agreements.queries.ts';
import styles from './nda-panel.module.css';
import { AgreementText } from '#shared/agreements/agreement-text.tsx';
import { createEmptySigning, SigningForm } from './signing-form.tsx';

/** The NDAs that the client has to sign or has signed. Renders nothing if there are none. */
export default function OwnAgreements(): ReactElement | null {
  const { data = [] } = useQuery(ownAgreementsQuery());
  const shown = data.filter(({ state }) => state === 'pending' || state === 'in_force');
  if (shown.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Agreements">
      <h2 className={styles['title']}>Agreements</h2>
      <ul className={styles['list']}>
        {shown.map((signing) => (
          <OwnAgreement key={signing.id} signing={signing} />
        ))}
      </ul>
    </section>
  );
}

function OwnAgreement({ signing }: { signing: OwnSigning }): ReactElement {
  const { timeZone } = useUser();
  const { run } = useAgreementChange();
  const [isOpen, setOpen] = useState(false);
  const { id, title, state, senderName, deadline, signedAt, hasPdf } = signing;
  const isPending = state === 'pending';
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['name']}>{isPending ? `Sign: ${title}` : title}</p>
        <p className={styles['note']}>
          {isPending ? `From ${senderName}, due ` : 'Signed '}
          <RelativeTime time={signedAt ?? deadline} timeZone={timeZone} />
        </p>
      </div>
      {isPending && <Button onClick={() => setOpen(true)}>Read and sign</Button>}
      {hasPdf && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() =>
            run(
              async () => downloadTicket((await send(openAgreementPdf, { params: { id } })).ticket),
              'Download started',
            )
          }
        >
          Download
        </Button>
      )}
      {isOpen && <SignDialog signing={signing} onClose={() => setOpen(false)} />}
    </li>
  );
}

function SignDialog({ signing, onClose }: { signing: OwnSigning; onClose: () => void }): ReactElement {
  const titleId = useId();
  const refresh = useRefresh();
  const toasts = useToasts();
  const params = { id: signing.id };
  const { values, change, status, discard } = useDraftValues(
    `signing:${signing.id}`,
    createEmptySigning(signing),
  );
  const answer = async (act: Promise<{ agreement: OwnSigning }>): Promise<void> => {
    const { agreement } = await act.catch((error: unknown) => loadEarlierOutcome(error, signing));
    toasts.done(agreement.state === 'declined' ? 'Agreement declined' : 'Agreement signed');
    discard();
    refresh({ noun: 'agreement', customerId: null });
    onClose();
  };
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Sign: {signing.title}</DialogTitle>
      <DialogContent>
        <Stack spacing={4}>
          <AgreementText title={signing.title} text={signing.text} />
          {status}
          <SigningForm
            signing={signing}
            values={values}
            change={change}
            onSign={(body) => answer(send(signOwnAgreement, { params, body }))}
            onDecline={(reason) =>
              answer(send(declineOwnAgreement, { params, body: reason === undefined ? {} : { reason } }))
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Loads the response that was already given, for example by a call whose reply was lost.
 * @throws the error if there is none.
 */
async function loadEarlierOutcome(error: unknown, { id }: OwnSigning): Promise<{ agreement: OwnSigning }> {
  if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error;
  const { agreements } = await send(listOwnAgreements, {});
  const agreement = agreements.find((own) => own.id === id);
  if (agreement === undefined || agreement.state === 'pending') throw error;
  return { agreement };
}
