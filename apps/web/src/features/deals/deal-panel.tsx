import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RailButton, RailItem, RailLink, RailPanel } from '#shared/records/page/rail.tsx';
import { dealsQuery } from './deals.queries.ts';
import { DealStageLabel, DealValue } from './deal-labels.tsx';

const DealDialog = lazyRecordForm(async () => (await import('./deals.form.tsx')).dealForm);

const shown = 5;

interface DealPanelProps {
  /** The record to show the deals of. */
  of: { business: PickedRecord } | { buyer: PickedRecord };
  canAdd: boolean;
}

/** The newest deals of a business or a buyer, for their pages. */
export default function DealPanel({ of, canAdd }: DealPanelProps): ReactElement {
  const [key, { id, name }] =
    'buyer' in of ? (['buyerId', of.buyer] as const) : (['businessId', of.business] as const);
  const draft = `of-${id}`;
  const hasDraft = useHasDraft(`deal:${draft}`);
  const [isAdding, setAdding] = useState(hasDraft && canAdd);
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(dealsQuery({ [key]: id, limit: shown }));
  return (
    <>
      <RailPanel
        title="Deals"
        action={
          canAdd && (
            <RailButton
              onClick={() => setAdding(true)}
              label={`Add a deal for this ${key === 'buyerId' ? 'buyer' : 'business'}`}
            >
              Add
            </RailButton>
          )
        }
        count={data?.deals.length}
        error={error}
        onRetry={() => void refetch()}
        nothing="No deals yet"
        more={
          data !== undefined &&
          (data.total ?? 0) > shown && (
            <RailLink to={`/admin/business-center/deals?${new URLSearchParams({ [key]: id }).toString()}`}>
              All {data.total?.toLocaleString('en')}
            </RailLink>
          )
        }
      >
        {data?.deals.map((deal) => {
          const other = key === 'buyerId' ? deal.business.name : deal.buyer.name;
          return (
            <RailItem
              key={deal.id}
              picture={<Avatar name={other} size={36} />}
              name={other}
              to={`${recordInfo.deal.path}${deal.id}`}
              second={<DealValue deal={deal} />}
              end={<DealStageLabel deal={deal} />}
            />
          );
        })}
      </RailPanel>
      {isAdding && (
        <Suspense>
          <DealDialog
            record={null}
            draft={draft}
            start={{ [key]: { id, name } }}
            onClose={() => setAdding(false)}
            // Replaces the history entry that guards the form against Back.
            onSaved={(deal) => void navigate(`${recordInfo.deal.path}${deal.id}`, { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
