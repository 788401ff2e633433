import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ManagedPlan } from '@handover/contract/settings/billing.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import type { ReactElement } from 'react';
import { formatUsedBy } from '../catalogs/catalog-dialogs.tsx';
import rows from '../rows.module.css';
import type { PlanUse } from './client-plans.queries.ts';
import { CSS } from '@dnd-kit/utilities';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { audienceLabels, formatPrice } from '#shared/labels/client-plans.ts';
import styles from './plan-list.module.css';

interface PlanListProps {
  plans: readonly ManagedPlan[];
  /** Undefined while loading. */
  use: readonly PlanUse[] | undefined;
  onOrder: (ids: readonly string[]) => void;
  onEdit: (plan: ManagedPlan) => void;
  onArchive: (plan: ManagedPlan) => void;
  onDelete: (plan: ManagedPlan) => void;
}

/** Plans can be reordered by dragging, with Space and the arrow keys on a handle, or with the menu. */
export function PlanList({ plans, use, onOrder, onEdit, onArchive, onDelete }: PlanListProps): ReactElement {
  const ids = plans.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over === null || over.id === active.id) return;
    onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={rows['list']} aria-label="Plans">
          {plans.map((plan, index) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              use={use?.find(({ id }) => id === plan.id)}
              actions={[
                { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => onEdit(plan) },
                {
                  label: 'Move up',
                  icon: 'solar:alt-arrow-up-linear',
                  isDisabled: index === 0,
                  onSelect: () => onOrder(arrayMove(ids, index, index - 1)),
                },
                {
                  label: 'Move down',
                  icon: 'solar:alt-arrow-down-linear',
                  isDisabled: index === plans.length - 1,
                  onSelect: () => onOrder(arrayMove(ids, index, index + 1)),
                },
                {
                  label: plan.isArchived ? 'Restore' : 'Archive',
                  icon: 'solar:archive-linear',
                  onSelect: () => onArchive(plan),
                },
                {
                  label: 'Delete',
                  icon: 'solar:trash-bin-trash-linear',
                  isDangerous: true,
                  ...getDeleteAbility(use?.find(({ id }) => id === plan.id)),
                  onSelect: () => onDelete(plan),
                },
              ]}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** A plan can be deleted only when its use is known and no customer has it. */
function getDeleteAbility(use: PlanUse | undefined): Pick<MenuAction, 'isDisabled' | 'why'> {
  if (use === undefined) return { isDisabled: true, why: 'Loading the number of customers' };
  if (use.customers === 0) return {};
  return {
    isDisabled: true,
    why: `${formatUsedBy(use.customers)} ${use.customers === 1 ? 'is' : 'are'} on it: archive it instead`,
  };
}

interface PlanRowProps {
  plan: ManagedPlan;
  use: PlanUse | undefined;
  actions: MenuAction[];
}

function PlanRow({ plan, use, actions }: PlanRowProps): ReactElement {
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
          {formatPrice(plan)} · {audienceLabels[audience]}
          {use !== undefined && ` · ${formatCustomers(use)}`}
        </p>
      </div>
      <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />
    </li>
  );
}

function formatCustomers({ customers, renaming }: PlanUse): string {
  if (customers === 0) return 'No customers';
  const waiting = renaming === 0 ? '' : `, ${renaming.toLocaleString('en')} still being renamed`;
  return `${formatUsedBy(customers)}${waiting}`;
}
