import {
  orderCustomFields,
  updateCustomField,
  customRecordTypes,
  type CustomField,
  type CustomRecordType,
  deleteCustomField,
} from '@handover/contract/records/custom-fields.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { capitalize } from '@handover/domain/text/letter-case.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { send } from '#shared/api/client.ts';
import { customFieldsQuery } from '#shared/customers/custom-fields.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { formatUse } from '../catalogs/catalog-dialogs.tsx';
import { useCatalogMutation } from '../catalogs/catalog.ts';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { fieldUseQuery, type FieldUse, kindLabels } from './custom-fields.queries.ts';
import { FieldDialog } from './field-dialog.tsx';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';

type Open =
  | { readonly kind: 'edit'; readonly id: string | null }
  | { readonly kind: 'delete'; readonly id: string };

export function CustomFieldsCard(): ReactElement {
  const [recordType, setRecordType] = useState<CustomRecordType>('customer');
  const { many } = recordInfo[recordType];
  const query = useQuery(customFieldsQuery(recordType));
  const { data: use, isError: isUseMissing } = useQuery(fieldUseQuery(recordType));
  const [open, setOpen] = useState<Open | null>(null);
  const mutations = useFieldMutations(recordType);
  const fields = query.data?.all ?? [];
  const close = (): void => setOpen(null);
  const shown = fields.find(({ id }) => id === open?.id) ?? null;
  // Unknown until it is loaded, and if that fails, which is not zero.
  const countsOf = (id: string): FieldUse | undefined => use?.find((one) => one.id === id);
  const shownUse = shown === null ? undefined : countsOf(shown.id);
  const move = (index: number, by: number): void => {
    const ids = fields.map(({ id }) => id);
    const [id = ''] = ids.splice(index, 1);
    mutations.order.mutate(ids.toSpliced(index + by, 0, id));
  };
  return (
    <SettingsCard
      title="Custom fields"
      text={`Extra fields for ${many}. They appear in forms, lists, filters, imports, and exports.`}
      actions={
        <Button variant="outlined" color="inherit" onClick={() => setOpen({ kind: 'edit', id: null })}>
          Add field
        </Button>
      }
    >
      <LabeledSelect
        label="Fields for"
        value={recordType}
        onChange={({ target }) =>
          setRecordType(customRecordTypes.find((type) => type === target.value) ?? 'customer')
        }
      >
        {customRecordTypes.map((type) => (
          <option key={type} value={type}>
            {capitalize(recordInfo[type].many)}
          </option>
        ))}
      </LabeledSelect>
      <PagedPanel
        query={query}
        count={fields.length}
        empty={{ icon: 'solar:checklist-minimalistic-bold-duotone', title: 'No custom fields yet' }}
        failed="The custom fields could not be loaded"
      >
        <ul className={styles['list']} aria-label="Custom fields">
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              recordType={recordType}
              use={countsOf(field.id)}
              actions={[
                {
                  label: 'Edit',
                  icon: 'solar:pen-linear',
                  onSelect: () => setOpen({ kind: 'edit', id: field.id }),
                },
                {
                  label: 'Move up',
                  icon: 'solar:alt-arrow-up-linear',
                  isDisabled: index === 0,
                  onSelect: () => move(index, -1),
                },
                {
                  label: 'Move down',
                  icon: 'solar:alt-arrow-down-linear',
                  isDisabled: index === fields.length - 1,
                  onSelect: () => move(index, 1),
                },
                {
                  label: field.isArchived ? 'Restore' : 'Archive',
                  icon: 'solar:archive-linear',
                  onSelect: () => mutations.archive.mutate(field),
                },
                {
                  label: 'Delete',
                  icon: 'solar:trash-bin-trash-linear',
                  isDangerous: true,
                  ...(countsOf(field.id) === undefined && {
                    isDisabled: true,
                    why: isUseMissing
                      ? `The number of ${many} could not be loaded. Reload the page.`
                      : `Loading the number of ${many}`,
                  }),
                  onSelect: () => setOpen({ kind: 'delete', id: field.id }),
                },
              ]}
            />
          ))}
        </ul>
      </PagedPanel>
      {open?.kind === 'edit' && (open.id === null || shown !== null) && (
        <FieldDialog recordType={recordType} field={shown} use={shownUse} onClose={close} />
      )}
      {open?.kind === 'delete' && shown !== null && shownUse !== undefined && (
        <DeleteFieldDialog field={shown} recordType={recordType} count={shownUse.records} onClose={close} />
      )}
    </SettingsCard>
  );
}

const labelsShown = 8;

interface FieldRowProps {
  field: CustomField;
  recordType: CustomRecordType;
  use: FieldUse | undefined;
  actions: MenuAction[];
}

function FieldRow({ field, recordType, use, actions }: FieldRowProps): ReactElement {
  const { id, name, kind, choices, isArchived } = field;
  const labels = choices.slice(0, labelsShown).map(({ label }) => label);
  const more = choices.length > labelsShown ? ` and ${String(choices.length - labelsShown)} more` : '';
  const kindText = kind === 'choice' ? `One of ${labels.join(', ')}${more}` : kindLabels[kind];
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p className={styles['name']}>
          {name}
          {isArchived && <StatusLabel tone="neutral">Archived</StatusLabel>}
        </p>
        <p className={styles['note']}>
          {kindText}
          {use !== undefined && ' · '}
          {use?.records === 0 && 'Not in use'}
          {use !== undefined && use.records > 0 && (
            <Link to={`${recordInfo[recordType].listPath}?custom=${id}:filled`}>
              {formatUse({ recordType, count: use.records })}
            </Link>
          )}
        </p>
      </div>
      <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />
    </li>
  );
}

function useFieldMutations(recordType: CustomRecordType) {
  const order = useCatalogMutation({
    act: (ids: string[]) => send(orderCustomFields, { body: { recordType, ids } }),
    done: 'Order saved',
    onClose: () => undefined,
  });
  const archive = useCatalogMutation({
    act: ({ id, version, isArchived }: CustomField) =>
      send(updateCustomField, { params: { id }, body: { version, isArchived: !isArchived } }),
    done: 'Field updated. Its values are kept.',
    onClose: () => undefined,
  });
  return { order, archive };
}

interface DeleteFieldDialogProps {
  field: CustomField;
  recordType: CustomRecordType;
  /** The number of records with a value. */
  count: number;
  onClose: () => void;
}

/** Deletes a field. Its name must be typed if it has values, since they are lost for good. */
export function DeleteFieldDialog({
  field,
  recordType,
  count,
  onClose,
}: DeleteFieldDialogProps): ReactElement {
  const remove = useCatalogMutation({
    act: (id: string) => send(deleteCustomField, { params: { id } }),
    done: `${field.name} deleted`,
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete ${field.name}?`}
      confirmLabel="Delete"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(field.id)}
      onClose={onClose}
      {...(count > 0 && { typedText: field.name })}
    >
      {count === 0
        ? `No ${recordInfo[recordType].one} has a value in this field.`
        : `The values of ${formatUse({ recordType, count })} will be lost. This cannot be undone. Archive the field to keep them.`}
    </ConfirmDialog>
  );
}
