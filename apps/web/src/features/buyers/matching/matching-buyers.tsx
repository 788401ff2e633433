import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { excludeBuyer, type MatchingBuyer } from '@handover/contract/buyers/buyer-matches.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useBulk } from '#shared/records/list/bulk/bulk.ts';
import { buyerList } from '../buyers.record.tsx';
import { formatSearch } from '../search-values.ts';
import { MatchRow } from './match-row.tsx';
import styles from './match-row.module.css';
import { matchingBuyersQuery } from './matches.queries.ts';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const BulkStrip = lazy(() => import('#shared/records/list/bulk/bulk-runs.tsx'));
const BulkHistory = lazy(async () => ({
  default: (await import('#shared/records/list/bulk/bulk-runs.tsx')).BulkHistory,
}));

/** The buyers that fit a business, for the page of the business: invite or exclude them. */
export default function MatchingBuyers({ business }: { business: BusinessDetail }): ReactElement {
  const query = useInfiniteQuery(matchingBuyersQuery(business.id));
  const matches = query.data?.pages.flatMap((page) => page.matches) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [excluding, setExcluding] = useState<MatchingBuyer['buyer'] | null>(null);
  const include = useExclusion(business.id);
  const canInvite = business.stage === 'on_market' && business.abilities.canUpdate;
  return (
    <section className={styles['card']} aria-labelledby="matching-buyers">
      <div className={styles['head']}>
        <h2 id="matching-buyers">Matching buyers</h2>
        {canInvite && <Invitation business={business} buyerIds={picked} onSent={() => setPicked([])} />}
      </div>
      <PagedPanel
        query={query}
        count={matches.length}
        empty={{
          icon: 'solar:hand-money-bold-duotone',
          title: 'No matching buyers',
          text: 'Buyers looking for this type, state, and price will appear here.',
        }}
        failed="The matching buyers could not be loaded"
      >
        <ul className={styles['list']}>
          {matches.map((match) => {
            const { buyer, search, currency } = match;
            return (
              <MatchRow
                key={buyer.id}
                match={match}
                name={buyer.name}
                to={`${recordInfo.buyer.path}${buyer.id}`}
                second={[
                  search === null ? (buyer.email ?? '') : formatSearch(search, currency),
                  ...(buyer.hasProofOfFunds ? ['Funds verified'] : []),
                ].join(' · ')}
                start={
                  canInvite && (
                    <Checkbox
                      size="small"
                      disabled={match.gates.length > 0 || match.invitedAt !== null}
                      checked={picked.includes(buyer.id)}
                      slotProps={{ input: { 'aria-label': `Select ${buyer.name}` } }}
                      onChange={(_event, isOn) =>
                        setPicked(isOn ? [...picked, buyer.id] : picked.filter((id) => id !== buyer.id))
                      }
                    />
                  )
                }
                end={
                  business.abilities.canUpdate && (
                    <MenuButton
                      isIconOnly
                      label={`Actions for ${buyer.name}`}
                      actions={[
                        match.exclusion === null
                          ? {
                              label: 'Exclude from this business',
                              icon: 'solar:forbidden-circle-linear',
                              onSelect: () => setExcluding(buyer),
                            }
                          : {
                              label: 'Include again',
                              icon: 'solar:check-circle-linear',
                              onSelect: () => include.mutate({ buyerId: buyer.id, reason: null }),
                            },
                      ]}
                    />
                  )
                }
              />
            );
          })}
        </ul>
        <LoadMore query={query} shown={matches.length} total={total} />
      </PagedPanel>
      {excluding !== null && (
        <ExcludeDialog businessId={business.id} buyer={excluding} onClose={() => setExcluding(null)} />
      )}
    </section>
  );
}

interface InvitationProps {
  business: BusinessDetail;
  buyerIds: readonly string[];
  onSent: () => void;
}

/** The button for the selected buyers, and the result of the last invitation. */
function Invitation({ business, buyerIds, onSent }: InvitationProps): ReactElement {
  const [isWriting, setWriting] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const bulk = useBulk(buyerList);
  const selection = { filter: {}, ids: buyerIds };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        disabled={buyerIds.length === 0}
        onClick={() => setWriting(true)}
      >
        {buyerIds.length === 0 ? 'Invite' : `Invite ${String(buyerIds.length)}`}
      </Button>
      <Suspense>
        {isWriting && (
          <InviteDialog
            business={business}
            publicTitle={business.publicTitle}
            selection={selection}
            count={buyerIds.length}
            isPending={bulk.isPending}
            onStart={(input, onStarted) =>
              bulk.start({ selection, input }, ({ id }) => {
                onStarted?.();
                setRunId(id);
                setWriting(false);
                onSent();
              })
            }
            onClose={() => setWriting(false)}
          />
        )}
        {runId !== null && (
          <BulkStrip
            list={buyerList}
            runId={runId}
            onDetails={() => setShown(true)}
            onFollow={setRunId}
            onDismiss={() => setRunId(null)}
          />
        )}
        {isShown && runId !== null && (
          <BulkHistory
            list={buyerList}
            runId={runId}
            onShow={() => setShown(false)}
            onFollow={setRunId}
            onClose={() => setShown(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function useExclusion(businessId: string) {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ buyerId, reason }: { buyerId: string; reason: string | null }) =>
      send(excludeBuyer, { params: { id: buyerId, businessId }, body: { reason } }),
    onSuccess: (_answer, { reason }) =>
      toasts.done(reason === null ? 'Buyer included again' : 'Buyer excluded'),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'buyer', customerId: null }),
  });
}

interface ExcludeDialogProps {
  businessId: string;
  buyer: MatchingBuyer['buyer'];
  onClose: () => void;
}

function ExcludeDialog({ businessId, buyer, onClose }: ExcludeDialogProps): ReactElement {
  const { mutate, isPending } = useExclusion(businessId);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() !== '') mutate({ buyerId: buyer.id, reason }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      draft={{
        name: `buyer-exclusion:${businessId}:${buyer.id}`,
        values: { reason },
        restore: (typed) => setReason(typed.reason),
      }}
      title={`Exclude ${buyer.name}?`}
      submitLabel="Exclude"
      isPending={isPending}
      failure={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabeledInput
        autoFocus
        label="Reason *"
        value={reason}
        placeholder="Competitor"
        hint="Only your team sees it."
        error={isChecked && reason.trim() === '' ? 'Required' : undefined}
        inputProps={{ maxLength: 300 }}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
