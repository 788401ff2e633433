import { documentLevelNames, lostReasonNames } from '@handover/contract/deals/deal-stages.ts';
import {
  dealFieldLabels as labels,
  directChangeNames,
  type DealDetail,
} from '@handover/contract/deals/deals.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import type { PreviewFacts } from '#shared/records/list/record-list.ts';
import { FactEditingProvider } from '#shared/records/page/editable-fact.tsx';
import { RailButton, RailCard, RailCards, RailFacts } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { SellerDecision } from './seller-decision.tsx';
import { dealQuery, nextStepQuery } from '../deals.queries.ts';

const LevelDialog = lazy(() => import('./level-dialog.tsx'));
const FinancingDialog = lazy(() => import('./financing-dialog.tsx'));

/** Dates, source, and document access of a deal. `children` are further cards. */
export function DealFacts({ deal, children }: { deal: DealDetail; children?: ReactNode }): ReactElement {
  const { timeZone } = useUser();
  const [isChangingLevel, setChangingLevel] = useState(false);
  const { expectedClose, lostReason, sellerDecision } = deal;
  const { data: nextStep = null } = useQuery(nextStepQuery(deal.id));
  const name = `${deal.buyer.name} and ${deal.business.name}`;
  const hasOwnershipRule = deal.business.type === 'home_health' || deal.business.type === 'hospice';
  const canEdit = deal.abilities.canUpdate && deal.deletedAt === null;
  return (
    <FactEditingProvider editing={canEdit ? { record: deal, name, form: loadDealForm } : null}>
      <RailCards>
        <RailCard title="Deal details">
          <RailFacts
            facts={[
              [
                'Entered stage',
                <RelativeTime key="entered" time={deal.stageEnteredAt} timeZone={timeZone} />,
              ],
              [labels.brokerId, deal.broker?.displayName ?? null, 'brokerId'],
              [
                labels.expectedClose,
                expectedClose === null ? null : formatDate(expectedClose),
                'expectedClose',
              ],
              [labels.source, deal.source, 'source'],
              ...(hasOwnershipRule
                ? [[labels.directChange, formatChange(deal), 'directChange'] as const]
                : []),
              [
                labels.documentLevel,
                <Fragment key="level">
                  {documentLevelNames[deal.documentLevel]}{' '}
                  {deal.abilities.canUpdate && (
                    <RailButton label="Change document access" onClick={() => setChangingLevel(true)}>
                      Change
                    </RailButton>
                  )}
                </Fragment>,
              ],
              ['Seller', sellerDecision === null ? 'No decision yet' : sellerTexts[sellerDecision]],
              ['Waiting on', nextStep === null ? null : actorNames[nextStep.actor]],
              ['Next step', nextStep?.text ?? null],
              ['Lost reason', lostReason === null ? null : lostReasonNames[lostReason]],
              ['Note', deal.stageReason],
            ]}
          />
          <SellerDecision deal={deal} />
          {isChangingLevel && (
            <Suspense>
              <LevelDialog deal={deal} onClose={() => setChangingLevel(false)} />
            </Suspense>
          )}
        </RailCard>
        <Financing deal={deal} />
        {children}
      </RailCards>
    </FactEditingProvider>
  );
}

function formatChange({ directChange }: DealDetail): string | null {
  return directChange === null ? null : directChangeNames[directChange];
}

const loadDealForm = async () => (await import('../deals.form.tsx')).dealForm;

function Financing({ deal }: { deal: DealDetail }): ReactElement {
  const [isEditing, setEditing] = useState(false);
  const { financing, currency, abilities } = deal;
  const { kind, lender, loanCents, dscr } = financing ?? {};
  return (
    <RailCard
      title="Financing"
      action={abilities.canUpdate && <RailButton onClick={() => setEditing(true)}>Edit</RailButton>}
    >
      <RailFacts
        nothing="No financing entered yet"
        facts={[
          ['Paying with', kind === undefined ? null : kind === 'cash' ? 'Cash' : 'Loan'],
          ['Lender', lender ?? null],
          [
            'Loan',
            loanCents == null ? null : (
              <MoneyText key="loan" amountCents={loanCents} currency={currency} isPrice />
            ),
          ],
          ['DSCR', dscr == null ? null : (dscr / 100).toFixed(2)],
        ]}
      />
      {isEditing && (
        <Suspense>
          <FinancingDialog deal={deal} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </RailCard>
  );
}

const sellerTexts = { approved: 'Approved the buyer', declined: 'Declined the buyer' } as const;
export const actorNames = { broker: 'Broker', buyer: 'Buyer', seller: 'Seller' } as const;

/** The facts of a deal in the preview panel of a list. */
export const dealPreview: PreviewFacts<DealDetail> = {
  query: dealQuery,
  Facts: ({ record }) => <DealFacts deal={record} />,
};
