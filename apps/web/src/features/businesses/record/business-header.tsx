import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { BusinessDetail } from '@handover/contract/businesses.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { Cover } from '../cover.tsx';
import { MarketLabel } from '../market-label.tsx';
import { Price } from '../price.tsx';
import { StageLabel } from '../stage-label.tsx';
import summary from '#shared/records/page/record-header.module.css';
import styles from './business-header.module.css';
import { MoveDialog } from './move-dialog.tsx';
import { useBusinessMutations } from './use-business-mutations.ts';

const EditBusiness = lazyRecordForm(async () => (await import('../businesses.form.tsx')).businessForm);

/** Stage, key facts and actions of a business; the name is the page's heading. */
export function BusinessHeader({ business }: { business: BusinessDetail }): ReactElement {
  const hasDraft = useHasDraft(`business:${business.id}`);
  const [dialog, setDialog] = useState<'edit' | 'move' | null>(hasDraft ? 'edit' : null);
  const acts = useBusinessMutations(business);
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
          <Button loading={acts.isPending} onClick={acts.restore}>
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
                onSelect: acts.remove,
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
      {dialog === 'move' && <MoveDialog business={business} acts={acts} onClose={close} />}
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
