import {
  maxChecklistItems,
  type UpdateClosingChecklist,
} from '@handover/contract/deals/closing-checklists.ts';
import { checklistAreaNames } from '@handover/contract/deals/deal-closing.ts';
import { checklistAreas } from '@handover/domain/deals/deal-gates.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { useFieldArray, type Control } from 'react-hook-form';
import type { SourceValues } from '../valuation/source-fields.tsx';
import styles from './line-fields.module.css';

type Line = UpdateClosingChecklist['items'][number];

export interface ChecklistValues extends SourceValues {
  /** The hint is empty if there is none. */
  items: (Omit<Line, 'hint'> & { hint: string })[];
}

/** The lines of a checklist, in the order in which a deal shows them within each area. */
export function LineFields({ control }: { control: Control<ChecklistValues> }): ReactElement {
  const { fields, append, move, remove } = useFieldArray({ control, name: 'items' });
  return (
    <fieldset className={styles['lines']}>
      <legend>Lines</legend>
      {fields.map(({ id }, index) => (
        <div key={id} role="group" aria-label={`Item ${String(index + 1)}`} className={styles['line']}>
          <FormTextField
            control={control}
            name={`items.${index}.title`}
            label="Item"
            autoComplete="off"
            inputProps={{ maxLength: 120 }}
          />
          <FormSelect control={control} name={`items.${index}.area`} label="Area">
            {checklistAreas.map((area) => (
              <option key={area} value={area}>
                {checklistAreaNames[area]}
              </option>
            ))}
          </FormSelect>
          <FormTextField
            control={control}
            name={`items.${index}.hint`}
            label="Help text"
            autoComplete="off"
            inputProps={{ maxLength: 240 }}
          />
          <MenuButton
            isIconOnly
            label={`Actions for item ${String(index + 1)}`}
            actions={[
              {
                label: 'Move up',
                icon: 'solar:alt-arrow-up-linear',
                isDisabled: index === 0,
                onSelect: () => move(index, index - 1),
              },
              {
                label: 'Move down',
                icon: 'solar:alt-arrow-down-linear',
                isDisabled: index === fields.length - 1,
                onSelect: () => move(index, index + 1),
              },
              {
                label: 'Remove',
                icon: 'solar:trash-bin-trash-linear',
                isDangerous: true,
                onSelect: () => remove(index),
              },
            ]}
          />
        </div>
      ))}
      {fields.length === 0 && <p>No items. Deals of this type get the items for every type.</p>}
      <div>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={fields.length >= maxChecklistItems}
          onClick={() => append({ key: null, area: 'approval', title: '', hint: '' })}
        >
          Add item
        </Button>
      </div>
    </fieldset>
  );
}
