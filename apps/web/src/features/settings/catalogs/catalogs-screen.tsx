import { recordInfo } from '@handover/contract/records/records.ts';
import { Fragment, useState, type ReactElement } from 'react';
import { sourceCatalog, tagCatalog, type Catalog } from './catalog.ts';
import { CustomFieldsCard } from '../custom-fields/custom-fields-card.tsx';
import type { CatalogEntry } from '@handover/contract/records/catalogs.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { MergeDialog, NameDialog, RemoveDialog, formatUse } from './catalog-dialogs.tsx';

export default function CatalogsScreen(): ReactElement {
  return (
    <>
      <CatalogCard
        catalog={tagCatalog}
        title="Tags"
        text="Renaming, merging, or deleting a tag updates every customer, document, and saved view."
      />
      <CatalogCard
        catalog={sourceCatalog}
        title="Sources"
        text="Where customers come from. New names in forms and imports are added automatically."
      />
      <CustomFieldsCard />
    </>
  );
}

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'merge' | 'remove'; readonly entry: CatalogEntry };

interface CatalogCardProps {
  catalog: Catalog;
  title: string;
  text: string;
}

function CatalogCard({ catalog, title, text }: CatalogCardProps): ReactElement {
  const entries = useQuery(catalog.query());
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const rows = entries.data ?? [];
  return (
    <SettingsCard
      title={title}
      text={text}
      actions={
        <Button variant="outlined" color="inherit" onClick={() => setOpen({ kind: 'create' })}>
          Add {catalog.one}
        </Button>
      }
    >
      <PagedPanel
        query={entries}
        count={rows.length}
        empty={{ icon: 'solar:tag-horizontal-bold-duotone', title: `No ${catalog.many} yet` }}
        failed={`The ${catalog.many} could not be loaded`}
      >
        <ul className={styles['list']} aria-label={title}>
          {rows.map((entry) => (
            <li key={entry.id} className={styles['row']}>
              <div className={styles['main']}>
                <p className={styles['name']}>{entry.name}</p>
                <p className={styles['note']}>
                  {entry.uses.length === 0 && 'Not in use'}
                  {entry.uses.map((use, index) => (
                    <Fragment key={use.recordType}>
                      {index > 0 && ', '}
                      <Link to={`${recordInfo[use.recordType].listPath}?${catalog.filterOf(entry)}`}>
                        {formatUse(use)}
                      </Link>
                    </Fragment>
                  ))}
                </p>
              </div>
              <MenuButton
                isIconOnly
                label={`Actions for ${entry.name}`}
                actions={[
                  {
                    label: 'Rename',
                    icon: 'solar:pen-linear',
                    onSelect: () => setOpen({ kind: 'rename', entry }),
                  },
                  {
                    label: 'Merge into…',
                    icon: 'solar:link-linear',
                    isDisabled: rows.length < 2,
                    why: `No other ${catalog.one} to merge into`,
                    onSelect: () => setOpen({ kind: 'merge', entry }),
                  },
                  {
                    label: 'Delete',
                    icon: 'solar:trash-bin-trash-linear',
                    isDangerous: true,
                    onSelect: () => setOpen({ kind: 'remove', entry }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      </PagedPanel>
      {open?.kind === 'create' && <NameDialog catalog={catalog} entry={null} onClose={close} />}
      {open?.kind === 'rename' && <NameDialog catalog={catalog} entry={open.entry} onClose={close} />}
      {open?.kind === 'merge' && (
        <MergeDialog catalog={catalog} entry={open.entry} others={rows} onClose={close} />
      )}
      {open?.kind === 'remove' && <RemoveDialog catalog={catalog} entry={open.entry} onClose={close} />}
    </SettingsCard>
  );
}
