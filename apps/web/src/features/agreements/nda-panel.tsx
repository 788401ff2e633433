import {
  openAgreementPdf,
  revokeAgreement,
  sendAgreementLink,
  type Agreement,
} from '@handover/contract/agreements.ts';
import type { DealDetail } from '@handover/contract/deals.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { RailButton, RailPanel } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ndasQuery, useAgreementChange } from './agreements.queries.ts';
import styles from './nda-panel.module.css';
import { agreementStateLabels } from './agreement-labels.ts';

const SendNdaDialog = lazy(() => import('./send-nda-dialog.tsx'));

/** The NDAs of a deal's buyer for its business, for the deal's page. */
export default function NdaPanel({ deal }: { deal: DealDetail }): ReactElement {
  const [isSending, setSending] = useState(false);
  const { data, error, refetch } = useQuery(
    ndasQuery({ customerId: deal.buyer.id, businessId: deal.business.id }),
  );
  return (
    <RailPanel
      title="NDA"
      action={deal.abilities.canUpdate && <RailButton onClick={() => setSending(true)}>Send NDA</RailButton>}
      count={data?.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No NDA sent yet"
      more={
        isSending && (
          <Suspense>
            <SendNdaDialog deal={deal} onClose={() => setSending(false)} />
          </Suspense>
        )
      }
    >
      {data?.map((agreement) => (
        <NdaItem key={agreement.id} agreement={agreement} />
      ))}
    </RailPanel>
  );
}

function NdaItem({ agreement }: { agreement: Agreement }): ReactElement {
  const { timeZone } = useUser();
  const { run } = useAgreementChange();
  const { id, state, title, sentAt, signedAt, expiresOn, hasPdf, abilities } = agreement;
  const params = { id };
  const { tone, text } = agreementStateLabels[state];
  const actions = [
    ...(abilities.canSend
      ? [
          {
            label: 'Send again',
            icon: 'solar:plain-linear',
            onSelect: () =>
              run(() => send(sendAgreementLink, { params, body: { delivery: 'email' } }), 'New link sent'),
          },
        ]
      : []),
    ...(hasPdf
      ? [
          {
            label: 'Download signed PDF',
            icon: 'solar:download-minimalistic-linear',
            onSelect: () =>
              run(
                async () => downloadTicket((await send(openAgreementPdf, { params })).ticket),
                'Download started',
              ),
          },
        ]
      : []),
    ...(abilities.canRevoke
      ? [
          {
            label: 'Withdraw',
            icon: 'solar:undo-left-linear',
            isDangerous: true,
            onSelect: () => run(() => send(revokeAgreement, { params }), 'NDA withdrawn'),
          },
        ]
      : []),
  ];
  return (
    <li className={styles['item']}>
      <div className={styles['text']}>
        <p className={styles['name']}>
          {title} <StatusLabel tone={tone}>{text}</StatusLabel>
        </p>
        <p className={styles['note']}>
          {signedAt === null ? 'Sent ' : 'Signed '}
          <RelativeTime time={signedAt ?? sentAt} timeZone={timeZone} />
          {expiresOn !== null && `, until ${dateText(expiresOn)}`}
        </p>
      </div>
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${title}`} actions={actions} />}
    </li>
  );
}
