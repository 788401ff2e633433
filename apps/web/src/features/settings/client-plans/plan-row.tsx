import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ManagedPlan } from '@handover/contract/billing.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';
import { audienceLabels, priceText } from '#shared/labels/client-plans.ts';
import { usedBy } from '../catalogues/used-by.ts';
import rows from '../rows.module.css';
import type { PlanUse } from './client-plans.queries.ts';
import styles from './plan-row.module.css';

interface PlanRowProps {
  plan: ManagedPlan;
  use: PlanUse | undefined;
  actions: MenuAction[];
}

/** A plan in one line: what it costs, for whom, and who has it. */
export function PlanRow({ plan, use, actions }: PlanRowProps): ReactElement {
  const { id, name, audience, isHighlighted, isPublic, isArchived } = plan;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={`${rows['row'] ?? ''} ${styles['row'] ?? ''}`}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles['handle']}
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
      >
        <Icon name="solar:reorder-linear" size={18} />
      </button>
      <div className={rows['main']}>
        <p className={rows['name']}>
          {name}
          {isHighlighted && <StatusLabel tone="info">Recommended</StatusLabel>}
          {isArchived && <StatusLabel tone="neutral">Archived</StatusLabel>}
          {!isPublic && !isArchived && <StatusLabel tone="neutral">Not public</StatusLabel>}
        </p>
        <p className={rows['note']}>
          {priceText(plan)} · {audienceLabels[audience]}
          {use !== undefined && ` · ${carriersText(use)}`}
        </p>
      </div>
      <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />
    </li>
  );
}

function carriersText({ customers, renaming }: PlanUse): string {
  if (customers === 0) return 'Nobody has it';
  const waiting = renaming === 0 ? '' : `, ${renaming.toLocaleString('en')} still getting its new name`;
  return `${usedBy(customers)}${waiting}`;
}
