import type { Agreement } from '@handover/contract/agreements/agreements.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import { RailButton, RailLink, RailPanel } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AgreementStatus } from './agreement-status.tsx';
import { ndasQuery } from './agreements.queries.ts';
import styles from './nda-panel.module.css';
import { useAgreementActions } from './use-agreement-actions.ts';

const PaperNdaDialog = lazy(() => import('./paper-nda-dialog.tsx'));
const SendNdaDialog = lazy(() => import('./send-nda-dialog.tsx'));

/** The parties whose NDAs are shown: a buyer, a business, or both on a deal. */
export interface NdaParties {
  readonly buyer?: PickedRecord;
  readonly business?: PickedRecord;
  readonly dealId?: string;
}

const shown = 5;

/** The latest NDAs of a record, for its page. */
export default function NdaPanel({ of, canSend }: { of: NdaParties; canSend: boolean }): ReactElement {
  const [dialog, setDialog] = useState<'send' | 'paper' | null>(null);
  const close = (): void => setDialog(null);
  const filter = {
    ...(of.buyer !== undefined && { customerId: of.buyer.id }),
    ...(of.business !== undefined && { businessId: of.business.id }),
  };
  const { data, error, refetch } = useQuery(ndasQuery({ ...filter, limit: shown }));
  return (
    <RailPanel
      title="NDA"
      action={
        canSend && (
          <span className={styles['actions']}>
            <RailButton onClick={() => setDialog('paper')} label="Record a paper NDA">
              Record
            </RailButton>
            <RailButton onClick={() => setDialog('send')}>Send NDA</RailButton>
          </span>
        )
      }
      count={data?.agreements.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No NDA sent yet"
      more={
        <>
          {data !== undefined && (data.total ?? 0) > shown && (
            <RailLink to={`/admin/business-center/ndas?${new URLSearchParams(filter).toString()}`}>
              All {data.total?.toLocaleString('en')}
            </RailLink>
          )}
          <Suspense>
            {dialog === 'send' && <SendNdaDialog of={of} onClose={close} />}
            {dialog === 'paper' && <PaperNdaDialog of={of} onClose={close} />}
          </Suspense>
        </>
      }
    >
      {data?.agreements.map((agreement) => (
        <NdaItem key={agreement.id} agreement={agreement} name={getName(agreement, of)} />
      ))}
    </RailPanel>
  );
}

/** The other party, which the page does not name yet. */
function getName({ title, customer, businesses }: Agreement, { buyer, business }: NdaParties): string {
  if (buyer === undefined) return customer.name;
  return business === undefined ? businesses.map(({ name }) => name).join(', ') : title;
}

function NdaItem({ agreement, name }: { agreement: Agreement; name: string }): ReactElement {
  const { timeZone } = useUser();
  const actions = useAgreementActions(agreement);
  const { id, sentAt, signedAt, expiresOn } = agreement;
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['name']}>
          <Link to={`${recordInfo.agreement.path}${id}`} dir="auto">
            {name}
          </Link>
          <AgreementStatus agreement={agreement} />
        </p>
        <p className={styles['note']}>
          {signedAt === null ? 'Sent ' : 'Signed '}
          <RelativeTime time={signedAt ?? sentAt} timeZone={timeZone} />
          {expiresOn !== null && `, until ${formatDate(expiresOn)}`}
        </p>
      </div>
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />}
    </li>
  );
}
