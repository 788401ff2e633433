import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  type BusinessDetail,
  moveBusinessBody,
  deleteBusiness,
  moveBusiness,
  restoreBusiness,
} from '@handover/contract/businesses.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { businessTypeLabels, useStageNames } from '#shared/labels/businesses.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { StageLabel, Cover, MarketLabel, Price } from '../business-labels.tsx';
import summary from '#shared/records/page/record-header.module.css';
import styles from './business-header.module.css';
import { movesFrom, needsReason, type BusinessStage } from '@handover/contract/business-stages.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { businessQuery } from '../businesses.queries.ts';

const EditBusiness = lazyRecordForm(async () => (await import('../businesses.form.tsx')).businessForm);

/** Stage, key facts and actions of a business; the name is the page's heading. */
export function BusinessHeader({ business }: { business: BusinessDetail }): ReactElement {
  const hasDraft = useHasDraft(`business:${business.id}`);
  const [dialog, setDialog] = useState<'edit' | 'move' | null>(hasDraft ? 'edit' : null);
  const mutations = useBusinessMutations(business);
  const { abilities } = business;
  const isTrashed = business.deletedAt !== null;
  const close = (): void => setDialog(null);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Cover name={business.name} color={business.coverColor} size={56} />
      <KeyFacts business={business} />
      <div className={summary['actions']}>
        {abilities.canUpdate && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="solar:pen-linear" size={18} />}
            onClick={() => setDialog('edit')}
          >
            Edit
          </Button>
        )}
        {abilities.canMove && <Button onClick={() => setDialog('move')}>Move stage</Button>}
        {isTrashed && abilities.canDelete && (
          <Button loading={mutations.isPending} onClick={mutations.restore}>
            Restore
          </Button>
        )}
        {!isTrashed && abilities.canDelete && (
          <MenuButton
            isIconOnly
            label="More actions"
            actions={[
              {
                label: 'Move to trash',
                icon: 'solar:trash-bin-trash-linear',
                isDangerous: true,
                onSelect: mutations.remove,
              },
            ]}
          />
        )}
      </div>
      {isTrashed && (
        <Alert severity="warning" className={summary['banner'] ?? ''}>
          This business is in the trash. Restore it to make changes.
        </Alert>
      )}
      {dialog === 'move' && <MoveDialog business={business} mutations={mutations} onClose={close} />}
      {dialog === 'edit' && (
        <Suspense>
          <EditBusiness record={business} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

function KeyFacts({ business }: { business: BusinessDetail }): ReactElement {
  const { owner, askingPriceCents } = business;
  const place = [business.city, business.region].filter(Boolean).join(', ');
  return (
    <div className={summary['facts']}>
      <p className={summary['line']}>
        <StageLabel business={business} />
        <MarketLabel label={business.marketLabel} />
        <strong className={styles['price']}>
          {askingPriceCents === null ? 'No asking price yet' : <Price business={business} />}
        </strong>
      </p>
      <p className={summary['second']}>
        <span>{businessTypeLabels[business.type]}</span>
        {place !== '' && <span>{place}</span>}
        {business.listingNumber !== null && <span>{business.listingNumber}</span>}
        {owner !== null && (
          <span>
            Owner{' '}
            <Link to={`/admin/users/view/${owner.id}`} className={styles['owner']}>
              {owner.name}
            </Link>
          </span>
        )}
        <span>{business.broker === null ? 'No broker yet' : `Broker ${business.broker.displayName}`}</span>
      </p>
    </div>
  );
}

interface MoveDialogProps {
  business: BusinessDetail;
  mutations: BusinessMutations;
  onClose: () => void;
}

/** Asks where a business goes and, where the table of stages wants it, why. */
export function MoveDialog({ business, mutations, onClose }: MoveDialogProps): ReactElement {
  const names = useStageNames();
  const moves = movesFrom(business.stage);
  const [stage, setStage] = useState<BusinessStage>(moves[0] ?? business.stage);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const isReasonNeeded = needsReason(business.stage, stage);

  const confirm = (): void => {
    const text = reason.trim();
    if (text === '' && isReasonNeeded) return setError('Enter a reason');
    const parsed = moveBusinessBody.safeParse({
      version: business.version,
      stage,
      reason: text === '' ? null : text,
    });
    if (parsed.success) return mutations.move(stage, { reason: parsed.data.reason ?? null, onDone: onClose });
    setError(parsed.error.issues[0]?.message);
  };

  return (
    <ConfirmDialog
      title={`Move ${business.name}`}
      confirmLabel={`Move to ${names[stage]}`}
      isPending={mutations.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Current stage: {names[business.stage]}. The owner sees the new stage, but not the reason.
      <LabelledSelect
        label="To"
        value={stage}
        onChange={(event) => {
          setStage(moves.find((name) => name === event.target.value) ?? stage);
          setError(undefined);
        }}
        sx={{ mt: 2 }}
      >
        {moves.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        label={isReasonNeeded ? 'Reason *' : 'Note'}
        value={reason}
        error={error}
        multiline
        maxRows={6}
        inputProps={{ maxLength: 300, 'aria-required': isReasonNeeded }}
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}

export interface BusinessMutations {
  move: (stage: BusinessStage, options: { reason: string | null; onDone: () => void }) => void;
  /** To the trash, with an undo. */
  remove: () => void;
  restore: () => void;
  isPending: boolean;
}

/** Actions of a business page. Errors are shown, and the record is refetched. */
export function useBusinessMutations({ id, name, version }: BusinessDetail): BusinessMutations {
  const toasts = useToasts();
  const names = useStageNames();
  const client = useQueryClient();
  const params = { id };
  const show = (business: BusinessDetail): void =>
    void client.setQueryData(businessQuery(id).queryKey, business);

  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh(client, { noun: 'business', customerId: null }),
  });
  const run = (act: () => Promise<unknown>, onDone: () => void): void => {
    if (!isPending) mutate(act, { onSuccess: onDone });
  };
  const restore = (): void =>
    run(
      async () => show((await send(restoreBusiness, { params })).business),
      () => toasts.done(`${name} was restored`),
    );

  return {
    move: (stage, { reason, onDone }) =>
      run(
        async () => show((await send(moveBusiness, { params, body: { version, stage, reason } })).business),
        () => {
          toasts.done(`Moved to ${names[stage]}`);
          onDone();
        },
      ),
    remove: () =>
      run(
        () => send(deleteBusiness, { params }),
        () => toasts.undoable(`${name} was moved to the trash`, restore),
      ),
    restore,
    isPending,
  };
}
